import { describe, expect, it } from 'vitest'
import { isSendRequestStep } from '#engine/steps/send-request/facts.ts'
import { asSent, importFiles, importText } from '../testing/import-text.ts'

type Imported = Awaited<ReturnType<typeof importText>>

/** The Authorization headers of all requests as they are sent, and what was left out. */
function authorizations({ value }: Imported): { sent: (string | undefined)[]; leftOut: string[] } {
  const steps = asSent(value!.project).suites.flatMap(({ cases }) => cases.flatMap((one) => one.steps))
  const sent = steps
    .filter(isSendRequestStep)
    .map(({ headers }) => headers.find(({ name, disabled }) => !disabled && /^authorization$/i.test(name))?.value)
  return { sent, leftOut: value!.leftOut.map(({ what }) => what).filter((what) => /authorization|signature/i.test(what)) }
}

const aws = { accessKey: 'AKIAEXAMPLE', secretKey: '{{sk}}', region: 'eu-west-1', service: 's3', sessionToken: '{{st}}' }
const oauth1 = { consumerKey: 'ck', consumerSecret: 'a secret', token: 'tk', tokenSecret: '{{ts}}', realm: 'Photos' }

describe('authorization that signs requests', () => {
  it('[X8] comes from Postman, inherited too', async () => {
    const auth = (type: string, settings: Record<string, unknown>) => ({
      type,
      [type]: Object.entries(settings).map(([key, value]) => ({ key, value, type: 'string' })),
    })
    const item = (name: string, more?: object) => ({ name, request: { method: 'GET', url: 'https://x.test/a', ...more } })
    const collection = {
      info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      auth: auth('awsv4', aws),
      item: [
        item('inherits'),
        item('query', { auth: auth('awsv4', { accessKey: '{{ak}}', secretKey: '{{sk}}', addAuthDataToQuery: true }) }),
        item('oauth', {
          auth: auth('oauth1', { ...oauth1, signatureMethod: 'HMAC-SHA256', includeBodyHash: true, addParamsToHeader: true }),
        }),
        item('ntlm', { auth: auth('ntlm', { username: 'ann', password: '{{pw}}', domain: 'CORP' }) }),
        item('form', {
          method: 'POST',
          auth: auth('oauth1', { consumerKey: 'ck', consumerSecret: '{{cs}}', addParamsToHeader: false }),
          body: { mode: 'urlencoded', urlencoded: [{ key: 'a', value: '1' }] },
        }),
        item('no form', { auth: auth('oauth1', { consumerKey: 'ck', consumerSecret: '{{cs}}', addParamsToHeader: false }) }),
        item('nothing', { auth: auth('awsv4', {}) }),
      ],
    }
    const { sent, leftOut } = authorizations(await importText('auto', 'c.json', JSON.stringify(collection)))
    expect(sent).toEqual([
      'AWS ${aws_access_key} ${sk} token:${st} region:eu-west-1 service:s3',
      'AWS ${ak} ${sk} region:us-east-1 service:execute-api in:query',
      'OAuth realm="Photos", oauth_consumer_key="ck", consumer_secret="${consumer_secret}", oauth_token="${oauth_token}", token_secret="${ts}", oauth_signature_method="HMAC-SHA256", body_hash="true"',
      'NTLM CORP\\ann:${pw}',
      'OAuth oauth_consumer_key="ck", consumer_secret="${cs}", oauth_signature_method="HMAC-SHA1", in="body"',
      'OAuth oauth_consumer_key="ck", consumer_secret="${cs}", oauth_signature_method="HMAC-SHA1", in="query"',
      undefined,
    ])
    expect(leftOut).toEqual([])
  })

  it('[X8] comes from Bruno', async () => {
    const bru = (mode: string, settings: Record<string, string>) =>
      `meta {\n  name: ${mode}\n  type: http\n}\n\nget {\n  url: https://x.test/a\n  auth: ${mode}\n}\n\nauth:${mode} {\n${Object.entries(
        settings,
      )
        .map(([name, value]) => `  ${name}: ${value}\n`)
        .join('')}}\n`
    const files = {
      'c/bruno.json': '{"version":"1","name":"C","type":"collection"}',
      'c/a.bru': bru('awsv4', {
        accessKeyId: '{{ak}}',
        secretAccessKey: '{{sk}}',
        sessionToken: '',
        service: 's3',
        region: 'eu-west-1',
        profileName: '',
      }),
      'c/b.bru': bru('oauth1', {
        consumer_key: 'ck',
        consumer_secret: '{{cs}}',
        access_token: '{{at}}',
        token_secret: '{{ts}}',
        signature_method: 'RSA-SHA1',
        private_key: '{{pem}}',
        placement: 'body',
        include_body_hash: 'false',
      }),
      'c/c.bru': bru('ntlm', { username: 'ann', password: '{{pw}}', domain: '' }),
    }
    const { sent } = authorizations(await importFiles('auto', 'c', files))
    expect(sent.toSorted()).toEqual([
      'AWS ${ak} ${sk} region:eu-west-1 service:s3',
      'NTLM ann:${pw}',
      'OAuth oauth_consumer_key="ck", consumer_secret="${cs}", oauth_token="${at}", token_secret="${ts}", oauth_signature_method="RSA-SHA1", private_key="${pem}", in="body"',
    ])
  })

  it('[X8] comes from Insomnia', async () => {
    const request = (id: string, authentication: object) => ({
      _id: id,
      _type: 'request',
      parentId: 'wrk_1',
      name: id,
      method: 'GET',
      url: 'https://x.test/a',
      authentication,
    })
    const resources = [
      { _id: 'wrk_1', _type: 'workspace', parentId: null, name: 'W' },
      request('req_1', {
        type: 'iam',
        accessKeyId: '{{ ak }}',
        secretAccessKey: '{{ sk }}',
        sessionToken: '',
        region: 'eu-west-1',
        service: 's3',
      }),
      request('req_2', {
        type: 'oauth1',
        consumerKey: 'ck',
        consumerSecret: '{{ cs }}',
        tokenKey: '{{ tk }}',
        tokenSecret: '{{ ts }}',
        signatureMethod: 'HMAC-SHA1',
        callback: 'oob',
      }),
      request('req_3', { type: 'ntlm', username: 'CORP\\ann', password: '{{ pw }}' }),
    ]
    const { sent } = authorizations(
      await importText('auto', 'i.json', JSON.stringify({ _type: 'export', __export_format: 4, resources })),
    )
    expect(sent.toSorted()).toEqual([
      'AWS ${ak} ${sk} region:eu-west-1 service:s3',
      'NTLM CORP\\ann:${pw}',
      'OAuth oauth_consumer_key="ck", consumer_secret="${cs}", oauth_token="${tk}", token_secret="${ts}", oauth_signature_method="HMAC-SHA1", oauth_callback="oob"',
    ])
  })

  it('[X8] comes from Hoppscotch, and from .http files with its keys as secrets', async () => {
    const requests = [
      {
        v: '15',
        name: 'R',
        method: 'GET',
        endpoint: 'https://x.test/a',
        params: [],
        headers: [],
        body: { contentType: null, body: null },
        auth: {
          authType: 'aws-signature',
          authActive: true,
          accessKey: '<<ak>>',
          secretKey: '<<sk>>',
          region: 'eu-west-1',
          serviceName: 's3',
          addTo: 'HEADERS',
        },
      },
    ]
    const hoppscotch = await importText('auto', 'h.json', JSON.stringify({ v: 2, name: 'H', folders: [], requests }))
    expect(authorizations(hoppscotch).sent).toEqual(['AWS ${ak} ${sk} region:eu-west-1 service:s3'])
    const http = await importText(
      'auto',
      'a.http',
      'GET https://x.test/a\nAuthorization: AWS AKIAEXAMPLE the-secret region:eu-west-1 service:s3\n',
    )
    expect(authorizations(http).sent).toEqual(['AWS ${aws_access_key} ${aws_secret_key} region:eu-west-1 service:s3'])
    expect(JSON.stringify(http.value?.project)).not.toContain('the-secret')
  })
})
