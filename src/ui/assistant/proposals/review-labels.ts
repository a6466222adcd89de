import { capital } from '#engine/base/capital.ts'
import { isObject } from '#engine/base/encoding/json-value.ts'
import type { ChangeItem } from '#engine/case-builder/change-set/change-set.ts'
import { grantFacts } from '#engine/oauth/grants/facts.ts'
import { connectionTexts } from '../../project/connections/connection-texts.ts'
import { dataTexts } from '../../project/data/texts.ts'
import { loadTexts } from '../../project/load/load-texts.ts'
import { overviewTexts } from '../../project/overview/overview-texts.ts'
import { assertionTexts } from '../../steps/assertion/texts.ts'
import { conditionTexts } from '../../steps/conditions/condition-texts.ts'
import { transferTexts } from '../../steps/data-transfer/texts.ts'
import { jwtTexts } from '../../steps/jwt/texts.ts'
import { keyTexts } from '../../steps/keys/key-texts.ts'
import { loopTexts } from '../../steps/loop-start/texts.ts'
import { automationTexts } from '../../steps/oauth2/sections/automation-texts.ts'
import { grantSectionTexts } from '../../steps/oauth2/sections/grant-section-texts.ts'
import { endpointTitles } from '../../steps/oauth2/fields-of-grant.ts'
import { oauthTexts } from '../../steps/oauth2/texts.ts'
import { requestTabTexts as requestTabs } from '../../steps/send-request/tab-texts.ts'
import { requestEditorTexts as requestTexts } from '../../steps/send-request/texts.ts'
import { untilTexts } from '../../steps/send-request/until-texts.ts'
import { sqlTexts } from '../../steps/sql/texts.ts'
import { scriptEditorTexts } from '../../steps/script/texts.ts'
import { stepEditorTexts as stepTexts } from '../../steps/texts.ts'
import { waitTexts } from '../../steps/wait/texts.ts'

const { overview, environments } = overviewTexts
const { labels: oauth } = oauthTexts

/** What the editors call the fields of the file. */
const labels: Record<string, string> = {
  name: overview.name,
  description: overview.description,
  disabled: 'Disabled',
  tags: overview.tags,
  variables: overview.variables,
  value: overviewTexts.variables.value,
  secret: overviewTexts.variables.secret,
  onlyIf: conditionTexts.title,
  onFailure: overview.onFailure,
  suite: overview.suite,
  order: 'Order',
  step: stepTexts.ofStep,
  insecureHosts: environments.insecureHosts,
  mtls: 'Client certificates',
  method: requestTexts.labels.method,
  url: requestTexts.labels.url,
  query: requestTexts.titles.params,
  headers: requestTexts.titles.headers,
  body: requestTexts.titles.body,
  followRedirects: requestTabs.labels.followRedirects,
  timeout: requestTabs.labels.timeout,
  via: requestTabs.labels.sendVia,
  until: untilTexts.again,
  every: untilTexts.every,
  atMost: untilTexts.atMost,
  checks: assertionTexts.titles.checks,
  transfers: transferTexts.titles.transfers,
  code: scriptEditorTexts.labels.code,
  seconds: waitTexts.labels.seconds,
  connection: sqlTexts.labels.connection,
  parameters: sqlTexts.titles.parameters,
  script: sqlTexts.labels.script,
  rollback: sqlTexts.labels.rollback,
  algorithm: jwtTexts.labels.algorithm,
  header: jwtTexts.labels.header,
  claims: jwtTexts.labels.claims,
  expiresIn: jwtTexts.labels.expiresIn,
  key: keyTexts.labels.key,
  keyId: keyTexts.labels.keyId,
  dataSource: loopTexts.labels.dataSource,
  mapping: loopTexts.titles.mappingGroup,
  from: loopTexts.labels.fromRow,
  to: loopTexts.labels.toRow,
  ...endpointTitles,
  grantType: oauth.grantType,
  discoveryEndpoint: oauth.discoveryEndpoint,
  refreshEndpoint: oauth.refreshEndpoint,
  issuer: oauth.issuer,
  clientId: oauth.clientId,
  registration: 'Registration',
  clientAuthMethod: oauth.clientAuthMethod,
  clientSecret: oauth.clientSecret,
  secretTransport: oauth.sendSecretIn,
  privateKeyJwt: 'Private Key JWT',
  scope: oauth.scope,
  resource: oauth.resourceIndicators,
  requirePkce: oauth.requirePkce,
  useJar: oauth.useJar,
  usePar: oauth.usePar,
  enableDpop: oauth.enableDpop,
  username: oauth.username,
  password: oauth.password,
  jwtBearer: grantSectionTexts.titles.jwtBearer,
  ciba: grantSectionTexts.titles.ciba,
  tokenExchange: grantSectionTexts.titles.tokenExchange,
  automation: automationTexts.labels.automationScript,
  additionalParameters: oauthTexts.titles.additionalParameters,
  variableName: stepTexts.variableName,
  variableScope: stepTexts.variableScope,
  forceReauthentication: oauth.forceReAuthentication,
  loginTimeout: oauth.loginTimeout,
  clockTolerance: oauth.clockTolerance,
  strict: oauth.strict,
  fault: oauth.fault,
  expectError: oauth.expectedError,
  kind: 'Kind',
  text: dataTexts.text.label,
  file: dataTexts.text.file,
  delimiter: dataTexts.text.delimiter,
  quote: dataTexts.text.quote,
  encoding: dataTexts.text.encoding,
  columns: dataTexts.generated.columns,
  rows: dataTexts.grid,
  seed: 'Seed',
  design: 'Design',
  driver: connectionTexts.driver,
  host: connectionTexts.host,
  port: 'Port',
  database: 'Database',
  user: 'User',
  tls: 'TLS',
  writes: 'Allow writes',
  target: loadTexts.target,
  environment: loadTexts.environment,
  executor: loadTexts.executor,
  stages: loadTexts.stages,
  maxUsers: loadTexts.maxUsers,
  think: loadTexts.think,
  before: loadTexts.before,
  thresholds: loadTexts.thresholds,
  column: 'Column',
  variable: 'Variable',
  type: 'Type',
  metric: 'Metric',
  is: 'Is',
  duration: loadTexts.durationColumn,
  users: loadTexts.executors.users,
  rate: loadTexts.executors.rate,
}

/** Fields whose label depends on what has them. */
const ofKind: Record<string, Record<string, string>> = {
  sql: { query: sqlTexts.labels.query },
  'loop-start': { onFailure: loopTexts.labels.whenARowFails },
  dataSource: { query: dataTexts.query.query, header: dataTexts.text.header, parameters: dataTexts.query.parameters },
}

/** What the editor calls a field of an item; a field without a label is spelled out. */
export const fieldLabel = ({ of, kind }: Pick<ChangeItem, 'of' | 'kind'>, name: string): string =>
  ofKind[kind ?? of]?.[name] ?? labels[name] ?? spelled(name)

const spelled = (name: string): string => capital(name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ').toLowerCase())

/** Whether an editor has a label for a field. */
export const hasLabel = (name: string): boolean => Object.hasOwn(labels, name)

/** Values that editors call otherwise than the file. */
const values: Record<string, Record<string, string>> = {
  grantType: Object.fromEntries(Object.entries(grantFacts).map(([id, { title }]) => [id, title])),
  clientAuthMethod: {
    SharedSecret: oauth.sharedSecret,
    ClientAssertion: oauth.clientAssertion,
    ClientCertificate: oauth.clientCertificate,
  },
  secretTransport: oauthTexts.transports,
  fault: oauthTexts.faults,
  via: requestTabs.via,
  onFailure: { stop: overview.stop, continue: overview.continue },
  executor: loadTexts.executors,
  driver: connectionTexts.drivers,
}

/** Fields whose text is the user's own, also where it reads as JSON. */
const verbatim: ReadonlySet<string> = new Set([
  'body',
  'text',
  'claims',
  'header',
  'value',
  'query',
  'description',
  'name',
  'url',
])

/** A value of a field as the editor shows it: switches as on and off, choices by their titles, objects without JSON. */
export function fieldText(name: string, text: string | undefined): string {
  if (text === undefined || verbatim.has(name)) return text ?? ''
  if (text === 'true' || text === 'false') return text === 'true' ? 'on' : 'off'
  const titles = values[name]
  if (titles && Object.hasOwn(titles, text)) return titles[text] ?? text
  const whole = parsed(text)
  if (isObject(whole)) return plainObject(whole)
  return text
    .split('\n')
    .map((line) => {
      const item = parsed(line)
      return isObject(item) ? plainObject(item) : line
    })
    .join('\n')
}

const parsed = (text: string): unknown => {
  if (!text.startsWith('{')) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** `Column: id, Variable: id`. */
const plainObject = (item: Record<string, unknown>): string =>
  Object.entries(item)
    .filter(([, value]) => value !== '' && value !== false && !(Array.isArray(value) && value.length === 0))
    .map(([key, value]) => `${labels[key] ?? spelled(key)}: ${isScalar(value) ? String(value) : JSON.stringify(value)}`)
    .join(', ')

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)
