/** Whether this machine says Cmd where others say Ctrl. */
const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

/** A key combination: `Mod` is Ctrl, on a Mac Cmd. `Mod+Shift+Enter`, `?`, `F2`, `Alt+ArrowUp`. */
export type Keys = string

/** The part of a keyboard event that matching needs. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * Whether a key press is this combination. Letters and `\` also match by their place on the keyboard, so that layouts
 * without Latin letters reach them. Shift is not compared for signs such as `?` that need it on some layouts.
 */
export function matchesKeys(keys: Keys, press: KeyPress, mac: boolean = isMac): boolean {
  const parts = keys.split('+')
  const key = parts.pop() ?? ''
  const mod = parts.includes('Mod')
  if ((mac ? press.metaKey : press.ctrlKey) !== mod) return false
  if ((mac ? press.ctrlKey : press.metaKey) !== false) return false
  if (press.altKey !== parts.includes('Alt')) return false
  const sign = key.length === 1 && !/[a-z\\.]/i.test(key)
  if (!sign && press.shiftKey !== parts.includes('Shift')) return false
  return press.key.toLowerCase() === key.toLowerCase() || press.code === codeOf(key)
}

/** The combination as people of this machine read it: `Ctrl+K`, `⌘K`. */
export function describeKeys(keys: Keys, mac: boolean = isMac): string {
  const names = keys.split('+').map((part) => (mac ? (macNames[part] ?? part) : (pcNames[part] ?? part)))
  return mac ? names.join('') : names.join('+')
}

const pcNames: Record<string, string> = { Mod: 'Ctrl', ArrowUp: 'Up', ArrowDown: 'Down', Escape: 'Esc' }
const macNames: Record<string, string> = {
  Mod: '⌘',
  Shift: '⇧',
  Alt: '⌥',
  Enter: '↩',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
}

function codeOf(key: string): string | undefined {
  if (/^[a-z]$/i.test(key)) return `Key${key.toUpperCase()}`
  return { '\\': 'Backslash', '.': 'Period' }[key]
}

/** Whether the user is typing there: keys without Ctrl belong to the field then. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit', 'range'].includes(target.type)
}
