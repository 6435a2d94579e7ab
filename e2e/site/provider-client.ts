// By what the studio of the browser tests is known to the identity provider of the browser tests.
export const PROVIDER_CLIENT = { id: 'studio-of-the-tests', secret: 'secret-of-the-tests' };
