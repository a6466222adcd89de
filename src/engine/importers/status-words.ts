const words: Readonly<Record<string, number | [number, number]>> = {
  ok: [200, 299],
  success: [200, 299],
  info: [100, 199],
  redirection: [300, 399],
  clientError: [400, 499],
  serverError: [500, 599],
  error: [400, 599],
  accepted: 202,
  badRequest: 400,
  unauthorized: 401,
  unauthorised: 401,
  forbidden: 403,
  notFound: 404,
  notAcceptable: 406,
  rateLimited: 429,
}

/** Reason phrases (RFC 9110) that tests name instead of their code. */
const reasons: Readonly<Record<string, number>> = {
  ok: 200,
  created: 201,
  accepted: 202,
  'no content': 204,
  'moved permanently': 301,
  found: 302,
  'not modified': 304,
  'bad request': 400,
  unauthorized: 401,
  forbidden: 403,
  'not found': 404,
  'method not allowed': 405,
  conflict: 409,
  gone: 410,
  'unsupported media type': 415,
  'unprocessable entity': 422,
  'too many requests': 429,
  'internal server error': 500,
  'not implemented': 501,
  'bad gateway': 502,
  'service unavailable': 503,
}

const at = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** The status, or the first and last of its class, that its own word means in tests: `notFound`, `clientError`. */
export const statusOfWord = (word: string): number | [number, number] | undefined => at(words, word)

/** The status that a reason phrase means, in lower or upper case: `Not Found`. */
export const statusOfReason = (phrase: string): number | undefined => at(reasons, phrase.toLowerCase())
