/** Name and password that the header `Authorization: Digest user:password` of a step holds. */
export interface DigestCredentials {
  user: string
  password: string
}

/** What a header says; undefined if it is no Digest, and for a response that someone has written out. */
export function digestIn(name: string, value: string): DigestCredentials | undefined {
  if (name.toLowerCase() !== 'authorization') return undefined
  const [, user, password] = /^Digest +(?![\w*]+ *=.*\bresponse *=)([^:]*):(.*)$/is.exec(value) ?? []
  return user === undefined || password === undefined ? undefined : { user, password }
}
