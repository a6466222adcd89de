/** The one person who can log in at the demo provider and in the sandbox. */
export const demoUser = {
  id: 'demo',
  password: 'demo',
  claims: { name: 'Demo User', preferred_username: 'demo', email: 'demo@example.test', email_verified: true },
}

/** The resource indicator of the orders API, which is also the audience of its tokens (RFC 8707). */
export const ordersApi = 'urn:assay:orders'

/** What tokens of the orders API may allow. */
export const ordersScopes = ['orders:read', 'orders:write']

/** The scopes of OpenID Connect that are known. */
export const oidcScopes = ['openid', 'offline_access', 'profile', 'email']

/** The confidential client of the demo. Its secret is public: it opens only the demo on one's own machine. */
export const ordersTests = { clientId: 'orders-tests', clientSecret: 'public-demo-secret-of-orders-tests' }

/** Another confidential client, with orders of its own; its secret is as public. */
export const ordersOthers = { clientId: 'orders-others', clientSecret: 'public-demo-secret-of-orders-others' }

/** The public client of the demo, for logins with PKCE and no secret. */
export const ordersSpa = { clientId: 'orders-spa' }
