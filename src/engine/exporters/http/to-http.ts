import { conditionText } from '#engine/steps/conditions/condition.ts'
import type { Case, Project, Variable } from '#engine/project/format/schema.ts'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { signedAuthIn } from '#engine/steps/send-request/auth/signed-auth.ts'
import { encodeAroundTemplates as encoded, withEncodedQuery } from '#engine/steps/send-request/encode.ts'
import { escapeName } from '#engine/steps/send-request/multipart.ts'
import type { RequestBody, SendRequestStep } from '#engine/steps/send-request/schema.ts'

/**
 * The requests of cases as a `.http` file, which VS Code's REST Client and the HTTP client of JetBrains send. `${name}` becomes `{{name}}`;
 * the values of variables come first, secrets without theirs. Tokens and checks have no place in such a file.
 */
export function toHttp(
  cases: readonly Case[],
  { variables, environment }: { variables: Project['variables']; environment: readonly Variable[] },
): string {
  const requests = cases.flatMap((one) => one.steps.filter(isSendRequestStep).filter(({ disabled }) => !disabled))
  const values = new Map(
    [...variables, ...environment, ...cases.flatMap((one) => one.variables)].map((one) => [one.name, one.value]),
  )
  const text = requests.map(requestText).join('\n\n')
  const used = [...values].filter(([name]) => text.includes(`{{${name}}}`))
  const head = used.map(([name, value]) =>
    typeof value === 'object'
      ? `# @${name} is a secret: enter it here\n@${name} =`
      : `@${name} = ${converted(String(value)).replaceAll('\n', ' ')}`,
  )
  return `${[...(head.length > 0 ? [head.join('\n')] : []), text].join('\n\n')}\n`
}

/** Variables that some of these set to one value and others to another: such a file has one of each, the last. */
export function differing(holders: readonly { variables: readonly Variable[] }[]): string[] {
  const values = new Map<string, unknown>()
  const several = new Set<string>()
  for (const { name, value } of holders.flatMap(({ variables }) => variables)) {
    if (values.has(name) && JSON.stringify(values.get(name)) !== JSON.stringify(value)) several.add(name)
    values.set(name, value)
  }
  return [...several]
}

function requestText(step: SendRequestStep): string {
  const query = step.query.filter(({ disabled }) => !disabled).map(({ name, value }) => `${encoded(name)}=${encoded(value)}`)
  const url = withEncodedQuery(step.url, query)
  const headers = step.headers.filter(({ disabled }) => !disabled)
  const typed = headers.some(({ name }) => name.toLowerCase() === 'content-type')
  const { mediaType, text } = bodyText(step.body)
  const lines = [
    `### ${step.name.replaceAll(/\s+/g, ' ')}`,
    ...(step.onlyIf ? [`# Only ${conditionText(step.onlyIf)}`] : []),
    ...(step.followRedirects ? [] : ['# @no-redirect']),
    ...headers.flatMap(({ name, value }) => signingNotes[signedAuthIn(name, value)?.kind ?? 'none'] ?? []),
    `${step.method} ${converted(url)}`,
  ]
  // These clients would send the settings, secrets included.
  const isSent = (name: string, value: string): boolean => !/^(oauth1|ntlm)$/.test(signedAuthIn(name, value)?.kind ?? '')
  for (const { name, value } of headers) if (isSent(name, value)) lines.push(`${name}: ${converted(value)}`)
  if (mediaType !== undefined && !typed) lines.push(`Content-Type: ${mediaType}`)
  return text === undefined ? lines.join('\n') : [...lines, '', text].join('\n')
}

const signingNotes: Readonly<Record<string, string>> = {
  aws: "# Send with VS Code, which signs for AWS. JetBrains' client would send the keys.",
  oauth1: '# Unsigned: these files have no OAuth 1.0a.',
  ntlm: '# Without credentials: these files have no NTLM.',
}

const boundary = 'assay-boundary'

function bodyText(body: RequestBody): { mediaType?: string; text?: string } {
  switch (body.type) {
    case 'none':
      return {}
    case 'json':
      return { mediaType: 'application/json', text: converted(body.text) }
    case 'text':
      return { mediaType: body.mediaType, text: converted(body.text) }
    case 'form': {
      const fields = body.fields.filter(({ disabled }) => !disabled)
      return {
        mediaType: 'application/x-www-form-urlencoded',
        text: converted(fields.map(({ name, value }) => `${encoded(name)}=${encoded(value)}`).join('&')),
      }
    }
    case 'multipart': {
      const parts = body.parts
        .filter(({ disabled }) => !disabled)
        .map((part) => {
          const file = part.file === undefined ? '' : `; filename="${escapeName(part.file.split('/').at(-1) ?? '')}"`
          const type = part.mediaType === undefined ? '' : `\nContent-Type: ${part.mediaType}`
          const content = part.file === undefined ? converted(part.value ?? '') : `< ./${part.file}`
          return `--${boundary}\nContent-Disposition: form-data; name="${escapeName(converted(part.name))}"${file}${type}\n\n${content}`
        })
      return { mediaType: `multipart/form-data; boundary=${boundary}`, text: `${parts.join('\n')}\n--${boundary}--` }
    }
    case 'graphql':
      return {
        mediaType: 'application/json',
        text: JSON.stringify(
          {
            query: converted(body.query),
            ...(body.variables === '' ? {} : { variables: parsed(converted(body.variables)) }),
            ...(body.operationName === '' ? {} : { operationName: converted(body.operationName) }),
          },
          null,
          2,
        ),
      }
    case 'file':
      return { mediaType: body.mediaType, text: `< ./${body.file}` }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

const functions: Readonly<Record<string, string>> = {
  uuid: '$guid',
  'random.uuid': '$guid',
  'now.iso': '$datetime iso8601',
  'now.unix': '$timestamp',
}

/** `${name}` as `{{name}}`, functions that both have by their name there, `$${` as `${`. */
const converted = (text: string): string =>
  text.replaceAll(/\$\$\{|\$\{([^{}]*)\}/g, (whole, name: string | undefined) => {
    if (name === undefined) return '${'
    const [, from, to] = /^random\.int\((-?\d+),\s*(-?\d+)\)$/.exec(name) ?? []
    if (from !== undefined) return `{{$randomInt ${from} ${Number(to) + 1}}}`
    return Object.hasOwn(functions, name) ? `{{${functions[name]}}}` : whole.replace('${', '{{').replace(/\}$/, '}}')
  })
