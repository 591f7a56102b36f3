/** Provider credentials of contestants: store, exchange, use. */
export { credentialsOf } from './credentials/credentials-of.ts';
export { deleteCredential } from './credentials/delete-credential.ts';
export { exchangeCode } from './credentials/exchange-code.ts';
export { hasLocalProvider, LOCAL_PROVIDER, withLocalProvider } from './credentials/local-provider.ts';
export { type Provider, type Providers, providerNamed } from './credentials/providers.ts';
export { countCredentials, resealCredentials } from './credentials/reseal-credentials.ts';
export { setDefaultProvider } from './credentials/set-default-provider.ts';
export { storeCredential } from './credentials/store-credential.ts';
export { missingProvider, tokenFor } from './credentials/token-for.ts';
