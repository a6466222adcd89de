import type { Project, Step, Variable } from '#engine/project/format/schema.ts'

const bareHost = /^(?:localhost|\[[\da-f:.]+\]|[\w-]+(?:\.[\w-]+)+|[\w-]+(?=:\d))(?::\d+)?(?:[/?#]|$)/i
const schemed = /^[a-z][a-z0-9+.-]*:\/\//i

/**
 * Other tools put `http://` before a URL that has no scheme, also where a variable holds the host (`{{host}}/orders`): so does
 * this. Where only some of the values lack one, as of several environments, those get it.
 */
export function completeAddresses(project: Project, scheme: 'http' | 'https'): void {
  const values = new Map<string, Variable[]>()
  for (const { variables } of holdersOf(project))
    for (const one of variables) values.set(one.name, [...(values.get(one.name) ?? []), one])
  const isBare = ({ value }: Variable): boolean => typeof value === 'string' && bareHost.test(value) && !schemed.test(value)
  for (const step of project.suites.flatMap(({ cases }) => cases.flatMap(({ steps }) => steps)))
    for (const [field, address] of addressesOf(step)) {
      const [, name = ''] = /^\$\{([^{}]+)\}(?!:\/\/)/.exec(address) ?? []
      const known = (values.get(name) ?? []).filter(({ value }) => value !== '')
      if (!known.some(isBare)) continue
      if (known.every(isBare)) Reflect.set(step, field, `${scheme}://${address}`)
      else for (const one of known) if (isBare(one)) one.value = `${scheme}://${String(one.value)}`
    }
}

const holdersOf = ({ variables, environments, suites }: Project): { variables: Variable[] }[] => [
  { variables },
  ...environments,
  ...suites,
  ...suites.flatMap(({ cases }) => cases),
]

/** The fields of a step that hold a URL, and what is in them. */
const addressesOf = (step: Step): [string, string][] =>
  Object.entries(step).filter(
    (field): field is [string, string] => typeof field[1] === 'string' && (field[0] === 'url' || field[0].endsWith('Endpoint')),
  )
