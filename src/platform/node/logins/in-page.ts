import type { FoundAction, LoginTarget } from '#engine/ports/index.ts'

/** A field or button of a page, as a suggestion looks at it. */
export interface FormPart {
  kind: 'text' | 'password' | 'code' | 'button' | 'submit'
  at: LoginTarget
  /** What of the element tells what it is for: name, id, autocomplete. */
  hints: string
}

/** What a page says of itself for a suggestion. */
export interface FormFacts {
  parts: FormPart[]
  /** Ids and names of its forms and fields, and where its scripts come from. */
  marks: string
}

/** The name under which the page tells what a user does. */
export const bindingName = '__assayDone'

/**
 * Runs in the pages of a login, in every frame, before their own scripts; it is passed as text and refers to nothing outside
 * itself. It tells what a user does by the binding, if that is there, and says on request what form the page has.
 */
export function watchPage(binding: string): void {
  const view = window as unknown as Record<string, unknown>
  const tidy = (text: string | null | undefined): string =>
    (text ?? '')
      .replace(/\s+/g, ' ')
      .replace(/[\s*:]+$/, '')
      .trim()

  const nameOf = (element: Element): string => {
    const by = (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => (id === '' ? '' : tidy(document.getElementById(id)?.textContent)))
      .join(' ')
    const value = element instanceof HTMLInputElement ? element.value : ''
    const text = tidy((element as HTMLElement).innerText)
    return tidy(by) || tidy(element.getAttribute('aria-label')) || text || tidy(value) || tidy(element.getAttribute('title'))
  }

  const cssOf = (element: Element): string => {
    if (element.id !== '') return `#${CSS.escape(element.id)}`
    const name = element.getAttribute('name')
    const tag = element.tagName.toLowerCase()
    if (name !== null) return `${tag}[name="${CSS.escape(name)}"]`
    const type = element.getAttribute('type')
    return type === null ? tag : `${tag}[type="${CSS.escape(type)}"]`
  }

  const fieldTarget = (field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement): LoginTarget => {
    const labelled = [...(field.labels ?? [])].map((label) => {
      const copy = label.cloneNode(true) as Element
      for (const inner of copy.querySelectorAll('input, select, textarea, button')) inner.remove()
      return tidy(copy.textContent)
    })
    const label = labelled.find((text) => text !== '') ?? (tidy(field.getAttribute('aria-label')) || undefined)
    if (label !== undefined) return { label }
    const placeholder = tidy(field.getAttribute('placeholder'))
    if (placeholder !== '') return { placeholder }
    const testId = field.getAttribute('data-testid')
    return testId === null ? { css: cssOf(field) } : { testId }
  }

  const clickTarget = (element: Element): LoginTarget => {
    const isLink = element.matches('a[href], [role=link]')
    const role = element.getAttribute('role') ?? (isLink ? 'link' : 'button')
    const name = nameOf(element)
    if (name !== '' && name.length <= 80 && element.matches('a[href], button, input, [role]')) return { role, name }
    const testId = element.getAttribute('data-testid')
    if (testId !== null) return { testId }
    return name !== '' && name.length <= 80 ? { text: name } : { css: cssOf(element) }
  }

  const textTypes = ['text', 'email', 'tel', 'number', 'search', 'url', 'password', '']
  const isText = (element: unknown): element is HTMLInputElement | HTMLTextAreaElement =>
    element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && textTypes.includes(element.type))
  const hintsOf = (element: Element): string =>
    ['name', 'id', 'autocomplete', 'type', 'inputmode'].map((name) => element.getAttribute(name) ?? '').join(' ')
  const isCode = (element: Element): boolean => /one-time-code|\botp\b|totp|passcode/i.test(hintsOf(element))

  const tell = (action: FoundAction): void => {
    const done = view[binding]
    if (typeof done === 'function') (done as (action: FoundAction) => void)(action)
  }

  const isVisible = (element: Element): boolean => {
    const box = element.getBoundingClientRect()
    return box.width > 1 && box.height > 1 && getComputedStyle(element).visibility === 'visible'
  }
  /** What was already reported for a field before its change event. */
  const told = new WeakMap<Element, string>()
  const tellTyped = (field: HTMLInputElement | HTMLTextAreaElement): void => {
    if (told.get(field) === field.value) return
    told.set(field, field.value)
    const secret = field instanceof HTMLInputElement && field.type === 'password'
    if (isCode(field) && /^\d{6,8}$/.test(field.value)) tell({ do: 'totp', at: fieldTarget(field) })
    else tell({ do: 'fill', at: fieldTarget(field), value: field.value, ...(secret ? { secret } : {}) })
  }

  document.addEventListener(
    'change',
    ({ target, isTrusted }) => {
      if (!isTrusted) return
      if (isText(target)) {
        tellTyped(target)
      } else if (target instanceof HTMLSelectElement) {
        tell({ do: 'select', at: fieldTarget(target), value: tidy(target.selectedOptions[0]?.textContent) })
      } else if (target instanceof HTMLInputElement && (target.type === 'checkbox' || target.type === 'radio')) {
        tell({ do: 'check', at: fieldTarget(target), on: target.checked })
      }
    },
    true,
  )
  document.addEventListener(
    'click',
    ({ target, isTrusted }) => {
      if (!isTrusted || !(target instanceof Element)) return
      const clicked = target.closest(
        'button, a[href], input[type=submit], input[type=button], input[type=image], summary, [role=button], [role=link], [role=option], [role=menuitem], [data-testid]',
      )
      // A field is reported when it changes; what isn't a control does nothing.
      if (!clicked || clicked.matches('input:not([type=submit], [type=button], [type=image]), select, textarea')) return
      // Enter clicks a form's first button, which nothing else can where it is hidden: the key is reported then.
      if (isVisible(clicked)) tell({ do: 'click', at: clickTarget(clicked) })
    },
    true,
  )
  document.addEventListener(
    'keydown',
    ({ target, key, isTrusted }) => {
      if (!isTrusted || key !== 'Enter' || !isText(target) || target instanceof HTMLTextAreaElement) return
      const first = target.form?.querySelector('button:not([type=button], [type=reset]), input[type=submit], input[type=image]')
      // A form with a button clicks it by itself.
      if (first && isVisible(first)) return
      tellTyped(target)
      tell({ do: 'press', key: 'Enter', at: fieldTarget(target) })
    },
    true,
  )

  view['__assayForm'] = (): FormFacts => {
    const parts: FormPart[] = []
    for (const element of document.querySelectorAll('input, textarea, button, [role=button]')) {
      if (!isVisible(element) || (element as HTMLInputElement).disabled) continue
      const hints = hintsOf(element)
      if (isText(element)) {
        const kind = element.type === 'password' ? 'password' : isCode(element) ? 'code' : 'text'
        parts.push({ kind, at: fieldTarget(element), hints })
      } else if (element.matches('input[type=submit], button:not([type=button], [type=reset])')) {
        parts.push({ kind: 'submit', at: clickTarget(element), hints })
      } else if (element.matches('button, [role=button], input[type=button]')) {
        parts.push({ kind: 'button', at: clickTarget(element), hints })
      }
    }
    const named = [...document.querySelectorAll('form, input, [id]')].slice(0, 200)
    const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src]')].map(({ src }) => src)
    const marks = [...named.map((element) => `${element.id} ${element.getAttribute('name') ?? ''}`), ...scripts].join(' ')
    return { parts, marks: marks.slice(0, 20_000) }
  }
}
