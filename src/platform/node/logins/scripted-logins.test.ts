import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { createAdmission } from '../admission.ts'
import { createScriptedLogins } from './scripted-logins.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-logins-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.skipIf(process.platform === 'win32')('[O8] Stop is heard while a browser does not come up', async () => {
  const program = join(folder, 'browser')
  const started = join(folder, 'started')
  writeFileSync(program, `#!/bin/sh\necho $$ > '${started}.part'\nmv '${started}.part' '${started}'\nexec sleep 600\n`, {
    mode: 0o755,
  })
  const logins = createScriptedLogins({ environment: { PATH: process.env['PATH'], CHROME_PATH: program } })
  const stop = new AbortController()
  const login = logins.login(
    { url: 'http://127.0.0.1:1/', script: { headless: true, actions: [] }, timeout: 1_000, insecureHosts: [] },
    () => undefined,
    stop.signal,
  )
  const browser = await vi.waitFor(() => Number(readFileSync(started, 'utf8')), { timeout: 20_000 })
  stop.abort()
  try {
    await expect(login).rejects.toMatchObject({ code: 'cancelled' })
    await logins.close()
    // It was not waited for.
    process.kill(browser, 0)
  } finally {
    process.kill(browser, 'SIGKILL')
  }
})

it.skipIf(process.platform === 'win32')('[P4] the login browser gets no secret from the environment', async () => {
  const program = join(folder, 'telling')
  writeFileSync(program, `#!/bin/sh\nenv > '${folder}/env'\nexit 1\n`, { mode: 0o755 })
  const secrets = { ASSAY_SECRET_LOGIN: 'c4nary', ASSAY_PASSPHRASE: 'c4nary', AWS_SECRET_ACCESS_KEY: 'c4nary' }
  const needed = { DISPLAY: ':7', LC_ALL: 'C', XDG_RUNTIME_DIR: '/run/x', https_proxy: 'http://127.0.0.1:1' }
  const logins = createScriptedLogins({ environment: { PATH: process.env['PATH'], CHROME_PATH: program, ...secrets, ...needed } })
  const script = { headless: true, actions: [] }
  const login = { url: 'http://127.0.0.1:1/', script, timeout: 1_000, insecureHosts: [] }
  await expect(logins.login(login, () => undefined, new AbortController().signal)).rejects.toThrow()
  await logins.close()
  const given = readFileSync(join(folder, 'env'), 'utf8')
  expect(given).not.toContain('c4nary')
  for (const [name, value] of Object.entries(needed)) expect(given).toContain(`${name}=${value}\n`)
})

it('[O8] a Stop before the browser is asked for starts none', async () => {
  const started: string[] = []
  const environment = new Proxy({}, { get: (_, name) => void started.push(String(name)) })
  const logins = createScriptedLogins({ environment, admission: createAdmission({ hosts: new Set(['127.0.0.1']), ownPort: 1 }) })
  const stop = new AbortController()
  const login = logins.login(
    { url: 'http://127.0.0.1:2/', script: { headless: true, actions: [] }, timeout: 1_000, insecureHosts: [] },
    () => undefined,
    stop.signal,
  )
  stop.abort()
  await expect(login).rejects.toMatchObject({ code: 'cancelled' })
  await logins.close()
  expect(started).toEqual([])
})
