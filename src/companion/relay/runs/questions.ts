import { cancelled } from '#engine/ports/http/http-texts.ts'
import type { LoginTold, ScriptedLogin } from '#engine/ports/login/scripted-login.ts'
import { monotonic } from '#platform/node/clock.ts'
import type { PageAsk } from '#relay/calls.ts'
import { errorOf, type WireError } from '#relay/errors.ts'
import { longestSilence, type FromProcess } from './process-messages.ts'

/** What a run's process asks of the companion, and of the page through it. */
export interface Questions {
  /** Of the page; `unlock` is not answered. */
  page(question: PageAsk): { number: number; answer: Promise<unknown> }
  /** Runs the script of a login in the companion's browser. */
  login(script: ScriptedLogin, tell: (told: LoginTold) => void, signal: AbortSignal): Promise<string>
  /** Resolves when the page is there, or gone; undefined if it was heard of a moment ago. */
  isThere(): Promise<void> | undefined
  /** The page was heard of. */
  heard(): void
  answered(number: number, value: unknown, error: WireError | undefined): void
  loginTold(number: number, told: LoginTold): void
}

interface Open {
  resolve(value: unknown): void
  reject(error: unknown): void
  tell?: (told: LoginTold) => void
}

/** Asks by `post`; what is open when the signal is aborted is cancelled. */
export function createQuestions(post: (message: FromProcess) => void, signal: AbortSignal): Questions {
  const open = new Map<number, Open>()
  let numbers = 0
  let heardAt = monotonic()
  const cancelAll = (): void => {
    for (const { reject } of open.values()) reject(cancelled())
    open.clear()
  }
  signal.addEventListener('abort', cancelAll, { once: true })
  const ask = (message: (number: number) => FromProcess, tell?: Open['tell']) => {
    const number = (numbers += 1)
    const answer = new Promise<unknown>((resolve, reject) => {
      if (signal.aborted) return reject(cancelled())
      open.set(number, { resolve, reject, ...(tell ? { tell } : {}) })
      post(message(number))
    })
    return { number, answer }
  }
  return {
    page(question) {
      if (question.of !== 'unlock') return ask((number) => ({ ask: number, question }))
      // What was locked is let go also by a run that was stopped.
      const number = (numbers += 1)
      post({ ask: number, question })
      return { number, answer: Promise.resolve() }
    },
    async login(script, tell, own) {
      const { number, answer } = ask((login) => ({ login, script }), tell)
      const leave = (): void => {
        open.get(number)?.reject(cancelled())
        open.delete(number)
        post({ leave: number })
      }
      if (own.aborted) leave()
      own.addEventListener('abort', leave, { once: true })
      try {
        return String(await answer)
      } finally {
        own.removeEventListener('abort', leave)
      }
    },
    isThere() {
      if (monotonic() - heardAt < longestSilence) return undefined
      return ask((there) => ({ there })).answer.then(() => undefined)
    },
    heard: () => (heardAt = monotonic()),
    answered(number, value, error) {
      const one = open.get(number)
      open.delete(number)
      if (error) one?.reject(errorOf(error))
      else one?.resolve(value)
    },
    loginTold: (number, told) => open.get(number)?.tell?.(told),
  }
}
