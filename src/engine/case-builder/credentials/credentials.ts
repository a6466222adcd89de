/** Whether a header says who asks. */
export const isCredential = (name: string): boolean => /^(authorization|cookie)$|api-?key|token/i.test(name)
