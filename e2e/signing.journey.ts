import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addEnvironment, addStep, editor, newProject, runButton, verdict } from './fixtures-build.ts'
import { expect, test } from './fixtures.ts'

const secretKey = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'

/** AWS's rules written down once more: whether what arrived is what was signed. */
function isSigned({ method, url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const [, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(headers.authorization ?? '') ??
    []
  const [path = '', query = ''] = url.split('?')
  const sent = names.split(';').map((name) => `${name}:${String(headers[name])}\n`)
  const digest = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
  const canonical = [method, path, query.split('&').toSorted().join('&'), sent.join(''), names, digest(body)].join('\n')
  const key = scope
    .split('/')
    .reduce((made, part) => createHmac('sha256', made).update(part).digest(), Buffer.from(`AWS4${secretKey}`))
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest(canonical)].join('\n')
  return createHmac('sha256', key).update(toSign).digest('hex') === signature
}

test('[X8] a request is signed under Auth and sent by the browser as it was signed; NTLM asks for the companion', async ({
  page,
  demo,
}) => {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        response.setHeader('access-control-allow-origin', '*')
        response.setHeader('access-control-allow-headers', 'authorization, content-type, x-amz-date, x-amz-content-sha256')
        const isOk = request.method === 'OPTIONS' || isSigned(request, Buffer.concat(parts))
        response.writeHead(isOk ? 200 : 403).end(isOk ? '{}' : '<Code>SignatureDoesNotMatch</Code>')
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders(1)?b=2&a=1`
  await page.goto(demo.app)
  await newProject(page)
  await addEnvironment(page, 'Test', [{ name: 'secret_key', value: secretKey, secret: true }])
  await addStep(page, 'Send Request', 'Signed')
  await editor(page).getByRole('combobox', { name: 'Method' }).fill('POST')
  await editor(page).getByRole('textbox', { name: 'URL' }).fill(url)
  await editor(page).getByRole('tab', { name: 'Auth' }).click()
  await editor(page).getByRole('radio', { name: 'AWS Signature 4' }).check({ force: true })
  for (const [label, value] of [
    ['Access key', 'AKIDEXAMPLE'],
    ['Secret key', '${secret_key}'],
    ['Region', 'eu-west-1'],
    ['Service', 's3'],
  ] as const)
    await editor(page).getByRole('textbox', { name: label }).fill(value)
  await runButton(page).click()
  await expect(verdict(page)).toContainText('Passed: 1 passed')
  await page.getByRole('tab', { name: 'Exchange' }).click()
  const exchange = page.getByRole('tabpanel', { name: 'Exchange' })
  await exchange.getByRole('button', { name: /POST/ }).first().click()
  const request = exchange.getByRole('region', { name: 'Request' })
  await expect(request.getByText('Signed content')).toBeVisible()
  await expect(request).toContainText('/eu-west-1/s3/aws4_request')
  await expect(request).not.toContainText(secretKey)
  await expect(exchange.getByRole('button', { name: /200/ }).first()).toBeVisible()

  await editor(page).getByRole('radio', { name: 'NTLM' }).check({ force: true })
  await expect(editor(page)).toContainText('A page needs the companion.')
  await editor(page).getByRole('textbox', { name: 'Username' }).fill('CORP\\ann')
  await editor(page).getByRole('textbox', { name: 'Password' }).fill('${secret_key}')
  await editor(page).getByRole('tab', { name: 'Headers' }).click()
  await expect(editor(page).getByRole('textbox', { name: 'Header 1 value' })).toHaveValue('NTLM CORP\\ann:${secret_key}')
  server.closeAllConnections()
  server.close()
})
