// What an application can ask for that signs people in with their account here. Each is a part of GET /oauth/userinfo;
// none opens anything else.
export const oauthScopes = ['openid', 'email', 'profile', 'phone'] as const;
