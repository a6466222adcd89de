/** Why a server refused a signature, and what to do. */
export const refusalTexts = {
  clock: (difference: string, ahead: boolean) =>
    `Set this machine's clock: it is ${difference} ${ahead ? 'ahead of' : 'behind'} the server's, so the server rejected the request's time.`,
  clockUnknown: "Set this machine's clock. The server rejected the request's time.",
  region: (expected: string | undefined, signed: string) =>
    `Set the region under Auth${expected === undefined ? '' : ` to ${expected}`}. The request was signed for ${signed}.`,
  service: (expected: string) => `Set the service under Auth to ${expected}. The request was signed for a different service.`,
  expiredToken: 'Get new temporary credentials: the session token has expired.',
  noSessionToken: 'Enter the session token under Auth. Access keys that start with ASIA are temporary and require one.',
  accessKey: "Check the access key and, for temporary credentials, the session token. The server doesn't accept them.",
  bodyChanged:
    "Remove X-Amz-Content-Sha256 from the headers, or check for a proxy that changes the body. The body that arrived isn't the one that was signed.",
  noRoute: (host: string) =>
    `Check the method and path: ${host} has no such operation. API Gateway reports that as a missing authentication token.`,
  mismatch: 'Check the secret key first, then the region and service. The server computed a different signature.',
  secretKey: 'Check the secret key. The server received exactly the request that was signed, but computed a different signature.',
  changed: (signed: string, received: string) =>
    `Check for a proxy that changes requests, then check the secret key. The request changed after it was signed: "${signed}" was signed, "${received}" arrived.`,
  nonce: 'Remove the fixed nonce or timestamp from the Authorization header. The server has seen them before.',
  consumerKey: "Check the consumer key. The server doesn't recognize it.",
  token: 'Get a new access token. The server rejected it as unknown, expired or revoked.',
  method: (method: string) => `Choose another signature method. The server doesn't accept ${method}.`,
  oauthMismatch: (method: string) =>
    `Check, in this order, the consumer secret and token secret, the signature method (${method} was used), where the parameters are sent, and the realm. Compare the signature base string in the record with the server's.`,
} as const
