import { Component, type ReactNode } from 'react';

interface SectionGuardProps {
  readonly children: ReactNode;
}

interface SectionGuardState {
  readonly hasFailed: boolean;
}

/** Keeps a part that fails over what it was told from taking the page with it. It is tried again with what comes next. */
export class SectionGuard extends Component<SectionGuardProps, SectionGuardState> {
  override state: SectionGuardState = { hasFailed: false };

  static getDerivedStateFromError(): SectionGuardState {
    return { hasFailed: true };
  }

  override componentDidUpdate(before: SectionGuardProps): void {
    if (this.state.hasFailed && before.children !== this.props.children) this.setState({ hasFailed: false });
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className="state failed" role="alert">
        <strong>This section cannot be shown.</strong>
        The arena sent data in an unexpected format. The rest of the page is not affected.
      </div>
    );
  }
}
