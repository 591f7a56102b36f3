import { Component, type ReactNode } from 'react';

interface SectionGuardProps {
  readonly children: ReactNode;
}

interface SectionGuardState {
  readonly hasFailed: boolean;
}

/** Error boundary: a section that throws does not break the page. It is rendered again when its data changes. */
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
