// The sites whose accounts can be used to sign in, and their names.
export const SIGN_IN_PROVIDERS = { google: 'Google', github: 'GitHub' } as const;

export type SignInProvider = keyof typeof SIGN_IN_PROVIDERS;

export const signInProviders = Object.keys(SIGN_IN_PROVIDERS) as SignInProvider[];
