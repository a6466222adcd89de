import type { Token } from '../reading.ts'
import { statusIn } from '../expectations.ts'
import { plainAction, type Action } from './action.ts'

/** As whom something is asked for, and the words that say so. */
export interface Role {
  /** As a name: `admin`; `guest` is nobody. */
  who: string
  used: Token[]
}

const kinds =
  /^(admin|administrator|superuser|user|customer|guest|visitor|manager|owner|editor|viewer|member|staff|moderator|seller|vendor|buyer|employee|operator|student|teacher|doctor|nurse|patient|driver|librarian|author|agent|supervisor|reviewer|subscriber|reader|cashier|clerk|client|tester|developer)s?$/
const kindsOfUser =
  /^(?:normal|regular|ordinary|simple|plain|standard|basic|other|another|different|second|non-admin|registered|read-only|unprivileged|mere|team|store|shop|project|hotel|guest|non|admin)$/
const nobody = /^(?:guest|visitor)$/

/** The words `from` a place on that name a kind of user: "a normal user", "admins". */
function kindAt(tokens: readonly Token[], from: number, own: ReadonlySet<string>): Role | undefined {
  const used: Token[] = []
  for (const token of tokens.slice(from, from + 4)) {
    const plain = token.plain.replace(/['’]s$/, '')
    used.push(token)
    const bare = plain.replace(/s$/, '')
    const known = own.has(plain) ? plain : own.has(bare) ? bare : undefined
    const who = token.kind === 'word' ? (known ?? kinds.exec(plain)?.[1]) : undefined
    if (who !== undefined) {
      const isTold = who !== 'user' || used.some(({ plain: word }) => kindsOfUser.test(word))
      return isTold ? { who: who === 'administrator' ? 'admin' : who, used } : undefined
    }
    if (!/^(?:an?|the|some)$/.test(plain) && !kindsOfUser.test(plain)) return undefined
  }
  return undefined
}

/** "As admin", "a normal user must not be able to …": whose token a clause's request is sent with. */
export function roleIn(tokens: readonly Token[], own: ReadonlySet<string> = new Set()): Role | undefined {
  const as = tokens.findIndex(({ plain }) => plain === 'as')
  const said = as < 0 ? undefined : kindAt(tokens, as + 1, own)
  if (said) return { who: said.who, used: [tokens[as] as Token, ...said.used] }
  const subject = kindAt(tokens, 0, own)
  const [verb, next] = tokens.slice(subject?.used.length)
  // "An owner who has pets can't be deleted": what it is about.
  const isActing =
    verb !== undefined &&
    (['able', 'must', 'not'] as const).some((one) => verb.concepts.has(one)) &&
    next?.plain !== 'be' &&
    // "A client must not return its secret": the answer.
    !tokens
      .slice(subject?.used.length, (subject?.used.length ?? 0) + 4)
      .some(({ plain }) => /^(?:return|contain|include|show|have|expose|leak)s?$/.test(plain)) &&
    !(next?.concepts.has('not') === true && tokens[tokens.indexOf(next) + 1]?.plain === 'be' && !able(tokens))
  // "Admin changes the password of a user".
  const isDoing =
    verb?.plain.endsWith('s') === true && (['create', 'update', 'delete', 'read'] as const).some((one) => verb.concepts.has(one))
  return subject && (isActing || isDoing) ? subject : undefined
}

const able = (tokens: readonly Token[]): boolean =>
  tokens.some(({ plain }, at) => plain === 'be' && tokens[at + 1]?.concepts.has('able') === true)

/** "As guest 403", "as a normal user the same call must give 404": the request before, as somebody else. */
export function asOther(tokens: readonly Token[], last: Action | undefined, hasRole: boolean): Action | undefined {
  const isSame = tokens.some(({ plain, text }) => /^(?:the )?same/.test(plain) || text === 'same')
  const content = tokens.filter(({ kind, stop, concepts }) => kind === 'word' && !stop && concepts.size === 0)
  const acts = tokens.some(({ concepts }) => (['create', 'delete', 'update', 'list'] as const).some((one) => concepts.has(one)))
  // "As admin delete it; without a token 401": somebody else again, and nothing of its own.
  const isNobody = last?.as !== undefined && tokens.some(({ concepts }) => concepts.has('auth'))
  if (isNobody && content.length === 0 && !acts && last.operation) return plainAction(last.operation, last.score)
  if (!hasRole) return undefined
  const isOnlyAnswer = content.length === 0 && !acts && (statusIn(tokens) !== undefined || tokens.length <= 3)
  return last?.operation && !acts && (isSame || isOnlyAnswer)
    ? { ...plainAction(last.operation, last.score), fields: new Map(last.fields) }
    : undefined
}

/** A guest is asked for without a token, everybody else with a token of theirs. */
export function sendAs(action: Action, { who, used }: Role): void {
  action.used.push(...used)
  if (nobody.test(who)) {
    action.token = 'none'
    action.status ??= 401
  } else action.as = who
}

/** Who may not do it, whatever is sent, is refused as such (RFC 9110 section 15.5.4). */
export function refuseByRole(actions: readonly Action[]): void {
  for (const one of actions)
    if (one.as !== undefined && one.refused && one.status === undefined && one.fields.size === 0 && one.omit.length === 0)
      Object.assign(one, { status: 403, refused: false })
}
