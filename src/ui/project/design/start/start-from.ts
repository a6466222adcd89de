/** What tests are to be designed for. */
export type StartFrom =
  | { kind: 'project' }
  | { kind: 'suite' | 'case'; id: string }
  | { kind: 'request'; case: string; step: string }
  | { kind: 'operation'; api: string; operation: string }
