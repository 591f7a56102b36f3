import { Section } from '../../parts/section.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { ExtensionForm } from './extension-form.tsx';
import { FailureNote } from './failure-note.tsx';
import { KeyFileForm } from './key-file-form.tsx';
import { RegistrationOffer } from './registration-offer.tsx';
import { SecretForm } from './secret-form.tsx';
import { useSignIn } from './use-sign-in.ts';

/** Three ways to sign in. With each, the arena gets only an address and a signature. */
export function SignInPanel() {
  const signingIn = useSignIn();
  return (
    <Section
      title="Your key"
      note="Signing happens in your browser. The key is not sent anywhere and is discarded afterwards."
    >
      <Tabs
        label="Ways to sign"
        tabs={[
          { id: 'file', title: 'Key file', content: <KeyFileForm signingIn={signingIn} /> },
          { id: 'extension', title: 'Wallet extension', content: <ExtensionForm signingIn={signingIn} /> },
          { id: 'secret', title: 'Phrase or seed', content: <SecretForm signingIn={signingIn} /> },
        ]}
      />
      {signingIn.problem !== undefined && <FailureNote title="You are not signed in." {...signingIn.problem} />}
      {signingIn.unregistered !== undefined && (
        <RegistrationOffer key={signingIn.unregistered.address} signer={signingIn.unregistered} signingIn={signingIn} />
      )}
    </Section>
  );
}
