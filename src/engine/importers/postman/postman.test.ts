import { describe, expect, it } from 'vitest'
import { readProject } from '#engine/project/format/read.ts'
import { writeProject } from '#engine/project/format/write.ts'
import { asSent, importFiles, importText } from '../testing/import-text.ts'

type Item = Record<string, unknown>
const info = { name: 'Orders', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' }
const get = (name: string, url: unknown, more: Item = {}, item: Item = {}): Item => ({
  name,
  request: { method: 'GET', url, ...more },
  ...item,
})
const after = (code: string): Item => ({ listen: 'test', script: { exec: code.split('\n') } })
const before = (code: string): Item => ({ listen: 'prerequest', script: { exec: [code] } })
const read = async (collection: Item, others: Record<string, Item> = {}) => {
  const files = { 'orders.json': { info, ...collection }, ...others }
  const texts = Object.fromEntries(Object.entries(files).map(([path, value]) => [path, JSON.stringify(value)]))
  const { value, error } = await importFiles('auto', 'orders', texts)
  if (value === undefined) throw error
  expect(value.kind).toBe('postman')
  const written = writeProject(value.project)
  expect(readProject(written)).toMatchObject({ ok: true })
  return { ...value, written, steps: asSent(value.project).suites.flatMap(({ cases }) => cases.flatMap(({ steps }) => steps)) }
}

describe('a Postman collection', () => {
  it('[X8] methods in lower case are sent in upper case, as by Postman', async () => {
    const { steps } = await read({ item: [get('One', 'https://x.test/1', { method: 'patch' })] })
    expect(steps).toMatchObject([{ method: 'PATCH' }])
  })

  it('folders become suites, folders in them cases, requests steps in their order', async () => {
    const { project } = await read({
      item: [
        get('Ping', 'https://x.test/ping'),
        {
          name: 'Orders',
          description: 'All about **orders**',
          item: [
            get('List', 'https://x.test/orders'),
            { name: 'Admin', item: [{ name: 'Deep', item: [get('Purge', 'https://x.test/purge')] }] },
            get('One', 'https://x.test/orders/1'),
          ],
        },
      ],
    })
    expect(project.name).toBe('Orders')
    expect(
      project.suites.map(({ name, description, cases }) => [
        name,
        description,
        cases.map((one) => [one.name, one.onFailure, one.steps.map((step) => step.name)]),
      ]),
    ).toEqual([
      ['Orders', '', [['Requests', 'continue', ['Ping']]]],
      [
        'Orders',
        'All about **orders**',
        [
          ['Orders', 'continue', ['List']],
          ['Admin / Deep', 'continue', ['Purge']],
          ['Orders', 'continue', ['One']],
        ],
      ],
    ])
  })

  it('addresses, queries, path variables, headers and bodies of every mode', async () => {
    const { steps } = await read({
      item: [
        get('a', {
          raw: '{{base url}}/orders/:id/:other?x=1&y=a%20b',
          query: [
            { key: 'x', value: '1' },
            { key: 'y', value: 'a%20b', disabled: true },
          ],
          variable: [
            { key: 'id', value: '{{order}}' },
            { key: 'other', value: '' },
          ],
        }),
        get(
          'b',
          { protocol: 'https', host: ['x', 'test'], path: ['p', 'q'] },
          {
            header: [
              { key: 'X-A', value: '${not} {{v}}' },
              { key: '', value: 'x' },
            ],
          },
        ),
        get('c', 'x.test/c', {
          method: 'POST',
          header: [{ key: 'Content-Type', value: 'application/json' }],
          body: { mode: 'raw', raw: '{"a":"{{v}}","b":{{$randomInt}}}' },
        }),
        get('d', 'x.test/d', {
          method: 'POST',
          body: { mode: 'raw', raw: '{"n":{{count}}}', options: { raw: { language: 'json' } } },
        }),
        get('e', 'x.test/e', { method: 'POST', body: { mode: 'urlencoded', urlencoded: [{ key: 'k', value: 'v w' }] } }),
        get('f', 'x.test/f', {
          method: 'POST',
          body: {
            mode: 'formdata',
            formdata: [
              { key: 't', value: '1', type: 'text' },
              { key: 'f', type: 'file', src: ['/home/me/a.png'] },
            ],
          },
        }),
        get('g', 'x.test/g', { method: 'POST', body: { mode: 'graphql', graphql: { query: '{ a }', variables: '{"x":1}' } } }),
        get('h', 'x.test/h', { method: 'PUT', body: { mode: 'file', file: { src: 'data/b.bin' } } }),
        get('i', 'x.test/i', { method: 'POST', body: { mode: 'raw', raw: '<a/>', options: { raw: { language: 'xml' } } } }),
      ],
    })
    expect(steps).toMatchObject([
      {
        url: '${base_url}/orders/${order}/${other}',
        query: [
          { name: 'x', value: '1', disabled: false },
          { name: 'y', value: 'a b', disabled: true },
        ],
      },
      { url: 'https://x.test/p/q', headers: [{ name: 'X-A', value: '$${not} ${v}' }] },
      { url: 'http://x.test/c', headers: [], body: { type: 'json', text: '{"a":"${v}","b":${random.int(0,1000)}}' } },
      { body: { type: 'text', mediaType: 'application/json', text: '{"n":${count}}' } },
      { body: { type: 'form', fields: [{ name: 'k', value: 'v w' }] } },
      {
        body: {
          type: 'multipart',
          parts: [
            { name: 't', value: '1' },
            { name: 'f', file: 'a.png' },
          ],
        },
      },
      { body: { type: 'graphql', query: '{ a }', variables: '{"x":1}' } },
      { body: { type: 'file', file: 'data/b.bin' } },
      { body: { type: 'text', mediaType: 'application/xml', text: '<a/>' } },
    ])
  })

  it('sends what Postman sends: no body with GET unless it is asked for, no empty form, flags of the query as they are', async () => {
    const raw = { mode: 'raw', raw: '{"a":1}' }
    const url = {
      raw: 'https://x.test/a?flag&b=1',
      query: [
        { key: 'flag', value: null },
        { key: 'b', value: '1' },
      ],
    }
    const { steps } = await read({
      item: [
        get('pruned', url, { body: raw }),
        get('kept', 'https://x.test/', { body: raw }, { protocolProfileBehavior: { disableBodyPruning: true } }),
        {
          name: 'f',
          protocolProfileBehavior: { disableBodyPruning: true },
          item: [get('inherited', 'https://x.test/', { body: raw })],
        },
        get('empty form', 'https://x.test/', { method: 'POST', body: { mode: 'formdata', formdata: [] } }),
      ],
    })
    expect(steps.map((step) => 'body' in step && step.body)).toEqual([
      { type: 'none' },
      { type: 'text', mediaType: 'text/plain', text: '{"a":1}' },
      { type: 'text', mediaType: 'text/plain', text: '{"a":1}' },
      { type: 'none' },
    ])
    expect(steps[0]).toMatchObject({ url: 'https://x.test/a?flag&b=1', query: [] })
  })

  it('sends JSON without its comments, and says once what a script of the collection leaves out', async () => {
    const raw = '{ "a": "//x", // one\n "b": {{n}} /* two */ }'
    const json = { options: { raw: { language: 'json' } } }
    const { steps, leftOut } = await read({
      event: [before('launch()')],
      item: [
        get('JSON', 'https://x.test/a', { method: 'POST', body: { mode: 'raw', raw, ...json } }),
        get('Text', 'https://x.test/b', { method: 'POST', body: { mode: 'raw', raw } }, { event: [before('launch()')] }),
      ],
    })
    const sent = steps.filter(({ kind }) => kind === 'send-request')
    expect(sent).toMatchObject([
      { body: { mediaType: 'application/json', text: '{ "a": "//x", \n "b": ${n}  }' } },
      { body: { mediaType: 'text/plain', text: raw.replace('{{n}}', '${n}') } },
    ])
    expect(leftOut.filter(({ what }) => what.startsWith('Script')).map(({ where }) => where)).toEqual(['Orders', 'Text'])
  })

  it('an environment without a name is called as its file is', async () => {
    const { project } = await read(
      { item: [get('a', '{{host}}/a')] },
      { 'staging.env.json': { values: [{ key: 'host', value: 'https://x.test', enabled: true }] } },
    )
    expect(project.environments.map(({ name, variables }) => [name, variables[0]?.value])).toEqual([
      ['staging', 'https://x.test'],
    ])
  })

  it('what a script sets after an answer is set then, not before', async () => {
    const { project, steps, leftOut } = await read({
      item: [
        get('first', 'https://x.test/', {}, { event: [after('pm.environment.set("color", "red")')] }),
        get('second', 'https://x.test/?c={{color}}', {}, { event: [after('pm.environment.set("color", "blue")')] }),
      ],
    })
    expect(leftOut).toEqual([])
    expect(project.variables.map(({ name, value }) => [name, value])).toEqual([
      ['next_color', 'red'],
      ['next_color_2', 'blue'],
    ])
    expect(steps.flatMap((step) => (step.kind === 'data-transfer' ? step.transfers : []))).toMatchObject([
      { source: 'variable', name: 'next_color', to: 'color' },
      { source: 'variable', name: 'next_color_2', to: 'color' },
    ])
  })

  it('authorization is inherited, and can be switched off', async () => {
    const auth = { type: 'bearer', bearer: [{ key: 'token', value: '{{jwt}}' }] }
    const { steps } = await read({
      auth,
      item: [
        get('collection', 'https://x.test'),
        {
          name: 'folder',
          auth: {
            type: 'apikey',
            apikey: [
              { key: 'key', value: 'X-Key' },
              { key: 'value', value: 's3cr3t-value' },
            ],
          },
          item: [get('own', 'https://x.test'), get('off', 'https://x.test', { auth: { type: 'noauth' } })],
        },
      ],
    })
    expect(steps.map((step) => ('headers' in step ? step.headers : []))).toMatchObject([
      [{ name: 'Authorization', value: 'Bearer ${jwt}' }],
      [{ name: 'X-Key', value: '${api_key}' }],
      [],
    ])
  })

  it('OAuth 2 of version 2.0 and 2.1 becomes a token step in each case that needs it', async () => {
    const settings = {
      grant_type: 'client_credentials',
      accessTokenUrl: '{{idp}}/token',
      clientId: 'me',
      clientSecret: 'topsecret-0815',
      scope: 'a b',
      client_authentication: 'body',
    }
    const item = [
      { name: 'A', item: [get('1', 'https://x.test'), get('2', 'https://x.test')] },
      { name: 'B', item: [get('3', 'https://x.test')] },
    ]
    const list = Object.entries(settings).map(([key, value]) => ({ key, value, type: 'string' }))
    for (const oauth2 of [settings, list]) {
      const { project, secrets, written } = await read({ auth: { type: 'oauth2', oauth2 }, item })
      expect(project.suites.map(({ cases }) => cases[0]?.steps.map(({ kind }) => kind))).toEqual([
        ['oauth2', 'send-request', 'send-request'],
        ['oauth2', 'send-request'],
      ])
      expect(asSent(project).suites[1]?.cases[0]?.steps).toMatchObject([
        {
          grantType: 'ClientCredentials',
          tokenEndpoint: '${idp}/token',
          clientId: 'me',
          clientSecret: { secret: 'get-token/client-secret' },
          secretTransport: 'body',
          scope: 'a b',
          variableScope: 'TestCase',
        },
        { headers: [{ name: 'Authorization', value: 'Bearer ${access_token}' }] },
      ])
      expect([...secrets]).toEqual([['get-token/client-secret', 'topsecret-0815']])
      expect(written).not.toContain('topsecret')
    }
  })

  it('Digest stays what answers a challenge: its name is text, its password a secret', async () => {
    const item = [get('a', 'https://x.test')]
    const literal = await read({ auth: { type: 'digest', digest: { username: 'ann', password: 'pa:ss' } }, item })
    expect(literal.steps).toMatchObject([{ headers: [{ name: 'Authorization', value: 'Digest ann:${digest_password}' }] }])
    expect([...literal.secrets.values()]).toEqual(['pa:ss'])
    const named = await read({ auth: { type: 'digest', digest: { username: '{{user}}', password: '{{pass}}' } }, item })
    expect(named.steps).toMatchObject([{ headers: [{ value: 'Digest ${user}:${pass}' }] }])
  })

  it('Basic keeps its variables; a name without a password is a key', async () => {
    const item = [get('a', 'https://x.test')]
    const basic = (username: string, password: string) => read({ auth: { type: 'basic', basic: { username, password } }, item })
    const named = await basic('{{user}}', '{{pass}}')
    expect(named.steps).toMatchObject([{ headers: [{ name: 'Authorization', value: 'Basic ${user}:${pass}' }] }])
    expect((await basic('ann', 'pa:ss')).steps).toMatchObject([{ headers: [{ value: 'Basic ann:${basic_password}' }] }])
    const key = await basic('key-word', '')
    expect(key.steps).toMatchObject([{ headers: [{ value: 'Basic ${api_key}:' }] }])
    expect([...key.secrets.values()]).toEqual(['key-word'])
  })

  it('a script that takes variables away is a Script step, which does', async () => {
    const exec = [
      'pm.environment.unset("order")',
      'pm.globals.clear()',
      'pm.cookies.clear()',
      'postman.clearGlobalVariable("token")',
    ]
    const event = [{ listen: 'test', script: { exec } }]
    const { leftOut, steps } = await read({
      item: [get('a', 'https://x.test', {}, { event }), get('b', 'https://x.test', {}, { event })],
    })
    expect(leftOut).toEqual([
      { where: 'a', what: 'Script after the response: kept as a Script step.' },
      { where: 'b', what: 'Script after the response: kept as a Script step.' },
    ])
    expect(steps.map(({ kind }) => kind)).toEqual(['send-request', 'script', 'send-request', 'script'])
  })

  it('[P9] what a script leaves out by a variable depends on that, and what it always leaves out is off', async () => {
    const before = (code: string) => ({ listen: 'prerequest', script: { exec: [code] } })
    const kept = after('pm.test("ok", () => pm.response.to.have.status(200))')
    const { project, leftOut } = await read({
      item: [
        get('a', 'https://x.test/a', {}, { event: [before('if (!pm.environment.get("id")) pm.execution.skipRequest()'), kept] }),
        get('b', 'https://x.test/b', {}, { event: [before('pm.execution.skipRequest()'), kept] }),
        get(
          'c',
          'https://x.test/c',
          {},
          {
            event: [
              before(
                'if (!pm.environment.get("token")) { pm.sendRequest("https://x.test/in", (e, r) => pm.environment.set("token", r.json().t)) }',
              ),
            ],
          },
        ),
      ],
    })
    const steps = project.suites.flatMap(({ cases }) => cases.flatMap((one) => one.steps))
    expect(
      steps.map(({ name, disabled, onlyIf }) => [name, disabled, onlyIf?.map((check) => [check.name, check.not, check.is])]),
    ).toEqual([
      ['a', false, [['id', true, 'one-of']]],
      ['ok', false, undefined],
      ['b', true, undefined],
      ['ok', true, undefined],
      ['GET /in', false, [['token', false, 'one-of']]],
      ['Keep token', false, undefined],
      ['c', false, undefined],
    ])
    // A script takes a variable that is not there for empty.
    expect(project.variables.map(({ name, value }) => [name, value])).toEqual([
      ['id', ''],
      ['token', ''],
    ])
    expect(leftOut.map(({ what }) => what.split('.')[0])).toEqual(['Set the project variable "id"'])
  })

  it('reports jumps, redirects that keep their method, and secrets of the vault', async () => {
    const jumping = after('pm.execution.setNextRequest("c")')
    const { project, leftOut } = await read({
      item: [
        get('a', 'https://x.test', { header: [{ key: 'X-Key', value: '{{vault:my-id}}' }] }, { event: [jumping] }),
        get(
          'b',
          'https://x.test',
          { method: 'POST' },
          { event: [jumping], protocolProfileBehavior: { followOriginalHttpMethod: true } },
        ),
      ],
    })
    expect(leftOut.map(({ where, what }) => [where, what.split(/[.:(]/)[0]])).toEqual([
      ['a', 'Script after the response'],
      ['b', 'To keep method and body on redirects, turn off redirects in the step and add a request to the target'],
      ['b', 'Script after the response'],
      ['', 'Enter the secret "vault_my-id"'],
    ])
    expect(project.variables).toMatchObject([{ name: 'vault_my-id', value: { secret: expect.any(String) } }])
  })

  it('files have the media type of their names', async () => {
    const formdata = [
      { key: 'a', type: 'file', src: ['/tmp/a.json', '/tmp/b.unknown'] },
      { key: 'c', type: 'file', src: '/tmp/c.png', contentType: 'image/x-own' },
    ]
    const { project } = await read({
      item: [
        get('a', 'https://x.test', { method: 'POST', body: { mode: 'file', file: { src: '/tmp/rows.csv' } } }),
        get('b', 'https://x.test', { method: 'POST', body: { mode: 'formdata', formdata } }),
      ],
    })
    const [first, second] = project.suites[0]!.cases[0]!.steps
    expect(first).toMatchObject({ body: { type: 'file', mediaType: 'text/csv' } })
    expect(second).toMatchObject({
      body: { parts: [{ mediaType: 'application/json' }, { file: 'b.unknown' }, { mediaType: 'image/x-own' }] },
    })
  })

  it("a body whose file was never chosen isn't sent, as in Postman", async () => {
    const { project, leftOut } = await read({
      item: [get('a', 'https://x.test', { method: 'POST', body: { mode: 'file', file: {} } })],
    })
    expect(project.suites[0]!.cases[0]!.steps[0]).toMatchObject({ body: { type: 'none' } })
    expect(leftOut).toEqual([{ where: 'a', what: 'The request is sent without a body, as in Postman: no file was chosen.' }])
  })

  it('kinds of authorization that there are not are named', async () => {
    const { leftOut } = await read({ item: [get('a', 'https://x.test', { auth: { type: 'hawk', hawk: [] } })] })
    expect(leftOut).toEqual([
      {
        where: 'a',
        what: expect.stringMatching(
          /^"hawk" authorization isn't imported, so the request is sent without it\..* sign each request/,
        ),
      },
    ])
  })

  it('variables keep their scopes; secrets leave the file', async () => {
    const { project, secrets, written } = await read(
      {
        variable: [
          { key: 'base', value: 'https://x.test' },
          { key: 'apiToken', value: 'in-clear-0815' },
          { key: 'env', value: 'x' },
        ],
        item: [get('a', '{{base}}?e={{env}}')],
      },
      {
        'globals.json': {
          name: 'My globals',
          _postman_variable_scope: 'globals',
          values: [
            { key: 'region', value: 'eu' },
            { key: 'off', value: 'x', enabled: false },
          ],
        },
        'local.json': {
          name: 'Local',
          _postman_variable_scope: 'environment',
          values: [
            { key: 'password', value: 'hidden-4711', type: 'secret' },
            { key: 'link', value: '{{base}}/x' },
          ],
        },
      },
    )
    expect(project.variables.map(({ name, value }) => [name, value])).toEqual([
      ['region', 'eu'],
      ['base', 'https://x.test'],
      ['apiToken', { secret: 'orders/api-token' }],
      ['env_', 'x'],
    ])
    expect(project.environments).toMatchObject([
      {
        name: 'Local',
        variables: [
          { name: 'password', value: { secret: 'local/password' } },
          { name: 'link', value: '${base}/x' },
        ],
      },
    ])
    expect([...secrets.values()]).toEqual(['hidden-4711', 'in-clear-0815'])
    expect(written).not.toMatch(/0815|4711/)
  })

  it('scripts become checks and transfers; which request comes next stays a script', async () => {
    const { steps, leftOut } = await read({
      event: [after('pm.test("fast", () => pm.expect(pm.response.responseTime).to.be.below(900))')],
      item: [
        get(
          'Create',
          'https://x.test',
          {},
          {
            event: [
              before('pm.environment.set("sku", "A-" + Date.now())'),
              after(
                'pm.test("created", () => pm.response.to.have.status(201))\npm.environment.set("id", pm.response.json().id)\npostman.setNextRequest("Read")',
              ),
            ],
          },
        ),
        get('Read', 'https://x.test/{{id}}?s={{sku}}'),
      ],
    })
    expect(steps.map(({ kind, name }) => [kind, name])).toEqual([
      ['send-request', 'Create'],
      ['assertion', 'fast'],
      ['assertion', 'created'],
      ['data-transfer', 'Keep id'],
      ['script', 'Script of Create'],
      ['send-request', 'Read'],
      ['assertion', 'fast'],
    ])
    expect(steps[3]).toMatchObject({
      step: steps[0]?.id,
      transfers: [{ source: 'json', path: '$.id', to: 'id', scope: 'TestCase' }],
    })
    expect(steps[4]).toMatchObject({ code: 'postman.setNextRequest("Read")' })
    expect(leftOut).toEqual([
      { where: 'Create', what: 'Script after the response: kept as a Script step, with "postman.setNextRequest("Read")".' },
    ])
  })

  it('what steps of several suites share is kept where all find it, and no environment hides it', async () => {
    const { project, steps } = await read(
      {
        item: [
          {
            name: 'A',
            item: [get('login', 'https://x.test', {}, { event: [after('pm.environment.set("session", pm.response.json().s)')] })],
          },
          { name: 'B', item: [get('use', 'https://x.test/{{session}}')] },
        ],
      },
      { 'local.json': { name: 'Local', values: [{ key: 'session', value: '' }] } },
    )
    expect(steps[1]).toMatchObject({ transfers: [{ to: 'session', scope: 'Project' }] })
    expect(project.environments[0]?.variables).toEqual([])
  })

  it('rejects version 1 with a way to convert it, and other JSON with the list of formats', async () => {
    expect((await importText('auto', 'a.json', '{"id":"1","name":"x","order":[],"requests":[]}')).error?.message).toContain(
      'version 1',
    )
    expect((await importText('auto', 'a.json', '{"item":1}')).error?.message).toContain("isn't in a format that Assay imports.")
    expect((await importText('postman', 'a.json', '{"item":1}')).error?.message).toContain("can't be read as Postman")
  })

  it('hostile names stay names', async () => {
    const collection = JSON.parse(
      `{"info":{"name":"x"},"variable":[{"key":"__proto__","value":"1"},{"key":"constructor","value":"2"}],"item":[{"name":"__proto__","request":{"url":"{{__proto__}}{{constructor}}{{}}","auth":{"type":"__proto__"}}}]}`,
    ) as Item
    const { project, steps } = await read(collection)
    expect(project.variables.map(({ name }) => name)).toEqual(['__proto__', 'constructor'])
    expect(steps).toMatchObject([{ url: '${__proto__}${constructor}{{}}' }])
  })

  it('folders nested without end are cut, and named', async () => {
    let folder: Item = { name: 'f', item: [get('a', 'https://x.test')] }
    for (let depth = 0; depth < 200; depth++) folder = { name: 'f', item: [folder] }
    const { leftOut } = await read({ item: [folder] })
    expect(leftOut.map(({ what }) => what)).toContain('The content of this folder was omitted: folders are nested too deeply.')
  })
})

it('what scripts add to a request is sent with it, and a JWT without a key is not signed, as Postman does', async () => {
  const { project, leftOut } = await read({
    item: [
      {
        name: 'Signed',
        request: {
          method: 'GET',
          url: 'https://x.test/a?b=1',
          header: [
            { key: 'Authorization', value: 'Bearer written-1' },
            { key: 'x-trace', value: 'old' },
          ],
          auth: { type: 'jwt', jwt: [{ key: 'secret', value: '' }] },
        },
        event: [
          {
            listen: 'prerequest',
            script: {
              exec: ["pm.request.headers.upsert({ key: 'X-Trace', value: 'new' })", "pm.request.url.addQueryParams('c=2')"],
            },
          },
        ],
      },
    ],
  })
  expect(project.suites[0]!.cases[0]!.steps).toMatchObject([
    {
      kind: 'send-request',
      headers: [
        { name: 'Authorization', value: 'Bearer ${bearer_token}' },
        { name: 'X-Trace', value: 'new' },
      ],
      query: [
        { name: 'b', value: '1' },
        { name: 'c', value: '2' },
      ],
    },
  ])
  expect(leftOut).toEqual([])
})

it('[P4] a variable without a value that is named like a credential is a secret to be entered', async () => {
  const { project, leftOut } = await read({ item: [get('Ping', 'https://{{host}}/ping?key={{apiKey}}')] })
  expect(project.variables).toMatchObject([
    { name: 'host', value: '' },
    { name: 'apiKey', value: { secret: 'orders/api-key' } },
  ])
  expect(leftOut.map(({ what }) => what)).toEqual([
    expect.stringContaining(". Steps use it, but the source doesn't contain a value."),
    expect.stringContaining(". Steps use its variable, but the source doesn't contain a value."),
  ])
})

it('requests that scripts send are steps, before the request or behind it, with what is made of their answers', async () => {
  const { steps, leftOut } = await read({
    variable: [{ key: 'host', value: 'https://x.test' }],
    item: [
      {
        ...get('Orders', '{{host}}/orders'),
        event: [
          {
            listen: 'prerequest',
            script: {
              exec: [
                "const wanted = { url: pm.variables.get('host') + '/token', method: 'POST',",
                "  header: { 'Content-Type': 'application/json' },",
                "  body: { mode: 'raw', raw: JSON.stringify({ user: pm.environment.get('user'), ttl: 60 }) } };",
                'pm.sendRequest(wanted, (err, res) => {',
                '  if (err) { console.log(err) } else {',
                "    pm.test('token', () => { pm.expect(res.code).to.eql(200) });",
                "    pm.environment.set('token', res.json().access_token);",
                '  }',
                '});',
              ],
            },
          },
          {
            listen: 'test',
            script: { exec: ["pm.sendRequest('https://x.test/logout', (e, r) => pm.expect(r.code).to.eql(204))"] },
          },
        ],
      },
    ],
  })
  expect(steps).toMatchObject([
    {
      name: 'POST /token',
      method: 'POST',
      url: '${host}/token',
      body: { type: 'json', text: '{"user":"${user}","ttl":60}' },
    },
    { name: 'token', checks: [{ source: 'status', is: 'equals', value: 200 }] },
    { transfers: [{ path: '$.access_token', to: 'token' }] },
    { name: 'Orders' },
    { method: 'GET', url: 'https://x.test/logout' },
    { checks: [{ source: 'status', is: 'equals', value: 204 }] },
  ])
  expect(leftOut.map(({ what }) => what)).toEqual([expect.stringContaining('"user"')])
})

it('a variable that a script makes of an answer is made of what is kept, for all cases', async () => {
  const { project, steps, leftOut } = await read(
    {
      variable: [{ key: 'auth', value: 'stale' }],
      item: [
        {
          name: 'Log in',
          item: [
            get(
              'Token',
              'https://x.test/t',
              {},
              { event: [after('pm.collectionVariables.set("auth", "Bearer " + pm.response.json().token)')] },
            ),
          ],
        },
        { name: 'Use', item: [get('Read', 'https://x.test/r', { header: [{ key: 'Authorization', value: '{{auth}}' }] })] },
      ],
    },
    { 'local.json': { name: 'Local', values: [{ key: 'auth', value: 'old' }] } },
  )
  expect(leftOut).toEqual([])
  expect(steps[1]).toMatchObject({ transfers: [{ path: '$.token', to: 'answer_token_of_auth', scope: 'Project' }] })
  expect(project.variables).toMatchObject([{ name: 'auth', value: 'Bearer ${answer_token_of_auth}' }])
  expect(project.environments).toMatchObject([{ variables: [] }])
})

it("references in scripts aren't variables", async () => {
  const { steps, leftOut, project } = await read({
    item: [get('A', 'https://x.test', {}, { event: [after('list.forEach((one) => console.log(`${one.id}`))')] })],
  })
  expect(steps[1]).toMatchObject({ kind: 'script', step: steps[0]!.id, code: expect.stringContaining('${one.id}') as string })
  expect(project.variables).toEqual([])
  expect(leftOut).toHaveLength(1)
})

it('an inherited token is sent from the request that obtains it; a value that is never read may be missing', async () => {
  const request = (name: string, test: string) => ({
    name,
    event: [{ listen: 'test', script: { exec: [test] } }],
    request: { method: 'GET', url: `https://x.test/${name}` },
  })
  const collection = {
    info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] },
    variable: [{ key: 'token', value: '' }],
    item: [
      request(
        'login',
        `var r = pm.response.json(); pm.collectionVariables.set('token', r.token); pm.collectionVariables.set('refresh', r.r)`,
      ),
      request('orders', ''),
    ],
  }
  const { value } = await importText('auto', 'shop.json', JSON.stringify(collection))
  const steps = value ? asSent(value.project).suites.flatMap(({ cases }) => cases.flatMap((one) => one.steps)) : []
  expect(steps).toMatchObject([
    { name: 'login', headers: [{ name: 'Authorization', disabled: true }] },
    { kind: 'data-transfer', transfers: [{ to: 'token' }, { to: 'refresh', default: '' }] },
    { name: 'orders', headers: [{ name: 'Authorization', value: 'Bearer ${token}', disabled: false }] },
  ])
  expect(steps[1]).not.toMatchObject({ transfers: [{ default: '' }, {}] })
})

it('[T4] a script with a statement that has no counterpart is a Script step at its place, whole', async () => {
  const sign = "const sum = sign(pm.request.body.raw)\npm.request.headers.add({ key: 'X-Sum', value: sum })"
  const { steps, leftOut, project } = await read({
    item: [
      get(
        'A',
        'https://x.test',
        {},
        {
          event: [
            before(sign),
            after('pm.test("ok", () => pm.response.to.have.status(200))'),
            after('for (const one of pm.response.json()) pm.test(one.id, () => check(one))'),
          ],
        },
      ),
      get('B', 'https://x.test', {}, { event: [after("require('cheerio')"), before('pm.request.body.update("x")')] }),
    ],
  })
  expect(steps.map(({ kind, name }) => [kind, name])).toEqual([
    ['script', 'Script of A'],
    ['send-request', 'A'],
    ['assertion', 'ok'],
    ['script', 'Script of A'],
    ['send-request', 'B'],
  ])
  expect(steps[0]).toMatchObject({ step: steps[1]!.id, code: sign })
  expect(steps[1]).toMatchObject({ headers: [{ name: 'X-Sum', value: '${request.header.X-Sum}' }] })
  expect(project.suites[0]?.cases[0]?.variables).toMatchObject([{ name: 'request.header.X-Sum', value: '' }])
  expect(leftOut.map(({ where, what }) => [where, what])).toEqual([
    ['A', expect.stringContaining('kept as a Script step, with "const sum = sign(pm.request.body.raw)"')],
    ['A', expect.stringContaining('kept as a Script step, with "for (const one of')],
    ['B', expect.stringContaining("1 statement couldn't be converted")],
    ['B', expect.stringContaining('Change the request itself')],
    ['B', expect.stringContaining("1 statement couldn't be converted")],
    ['B', expect.stringContaining('Replace the module "cheerio"')],
  ])
})

it('[T4] a script that gives a variable another value than an earlier one is a Script step', async () => {
  const set = (value: number) => ({ event: [before(`pm.environment.set("page", ${value})`)] })
  const { steps, leftOut } = await read({
    item: [
      get('A', 'https://x.test/{{page}}', {}, set(1)),
      get('B', 'https://x.test/{{page}}', {}, set(1)),
      get('C', 'https://x.test/{{page}}', {}, set(2)),
    ],
  })
  expect(steps.map(({ kind, name }) => [kind, name])).toEqual([
    ['send-request', 'A'],
    ['send-request', 'B'],
    ['script', 'Script of C'],
    ['send-request', 'C'],
  ])
  expect(leftOut).toEqual([{ where: 'C', what: 'Script before the request: kept as a Script step.' }])
})
