import type { LoginAction, LoginTarget } from './scripted-login.ts'

/** The parts of a target that messages name: the file's and the resolved one alike. */
export type ToldTarget = { readonly [Key in keyof LoginTarget]?: LoginTarget[Key] | undefined }

/** The parts of an action that messages name. */
export interface ToldAction {
  readonly do: LoginAction['do']
  readonly at?: ToldTarget | undefined
  readonly url?: string | undefined
  readonly key?: unknown
  readonly on?: boolean | undefined
  readonly value?: unknown
  readonly name?: string | undefined
}

/** The keys of a target that say where, in the order of the format. */
export const targetKeys = ['role', 'label', 'placeholder', 'testId', 'text', 'css'] as const
/** See {@link targetKeys}. */
export type TargetKey = (typeof targetKeys)[number]

const targets: Record<TargetKey, (value: string, name: string | undefined) => string> = {
  role: (role, name) => `the ${role}${name === undefined ? '' : ` "${name}"`}`,
  label: (label) => `the field "${label}"`,
  placeholder: (text) => `the field with the placeholder "${text}"`,
  testId: (id) => `the element with the test id "${id}"`,
  text: (text) => `the text "${text}"`,
  css: (selector) => `the element ${selector}`,
}

/** A target in words: `the button "Sign in"`, `the field "Password"`. */
export function describeTarget(target: ToldTarget): string {
  for (const key of targetKeys) {
    const value = target[key]
    if (value !== undefined) return targets[key](value, target.name)
  }
  return 'an unnamed element'
}

/** An action in words, without what it types: `fill the field "Password"`. */
export function describeAction(action: ToldAction): string {
  const at = action.at === undefined ? '' : describeTarget(action.at)
  const words: Record<LoginAction['do'], string> = {
    goto: `open ${action.url ?? ''}`,
    fill: `fill ${at}`,
    click: `click ${at}`,
    check: `${action.on === false ? 'uncheck' : 'check'} ${at}`,
    select: `choose ${JSON.stringify(action.value ?? '')} in ${at}`,
    press: `press ${String(action.key ?? '')}${at === '' ? '' : ` in ${at}`}`,
    'wait-for': `wait for ${at === '' ? `a URL with "${action.url ?? ''}"` : at}`,
    'if-visible': `if ${at} is visible`,
    totp: `type a one-time password in ${at}`,
    'user-code': `type the user code in ${at}`,
    screenshot: `keep a picture${action.name ? ` "${action.name}"` : ''}`,
    code: 'run code in the page',
  }
  return words[action.do]
}
