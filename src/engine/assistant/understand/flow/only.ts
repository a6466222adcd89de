import type { Token } from '../reading.ts'
import { plainAction, type Action } from './action.ts'
import { roleIn, type Role } from './roles.ts'

/** "Only admins can create notes": who may, and the words that say that nobody else does. */
export function onlyIn(tokens: readonly Token[], kinds: ReadonlySet<string>): Role | undefined {
  const [first, ...rest] = tokens
  const role = first?.concepts.has('only') ? roleIn(rest, kinds) : undefined
  return role && first ? { who: role.who, used: [first, ...role.used] } : undefined
}

/** The same by somebody who may not: another kind of user of the API, else any other one. */
export function byOthers(made: Action, { who }: Role, kinds: ReadonlySet<string>): Action[] {
  if (!made.operation) return []
  const isOwner = /^(?:owner|author|creator)$/.test(who)
  const other = isOwner ? 'other_user' : ([...kinds].findLast((kind) => kind !== who && kind !== 'admin') ?? 'user')
  return [{ ...plainAction(made.operation, made.score), fields: new Map(made.fields), as: other, status: 403 }]
}
