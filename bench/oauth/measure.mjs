import { fork, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { findBrowser } from '../../scripts/browser.mjs'
import { browserFlags } from '../browser/serve.mjs'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

const files = (name) => readFileSync(here(`../../src/engine/oauth/keys/testing/files/${name}.pfx.txt`), 'utf8')
/** Files of 2,048 iterations: as OpenSSL 3 writes them, and as older programs do. */
const keys = { 'AES-256, PBKDF2': 'rsa.aes-chain', 'RC2 and 3DES, PKCS#12': 'rsa.rc2-chain' }

const types = { '.html': 'text/html', '.js': 'text/javascript' }

function serve(folder) {
  const server = createServer((request, response) => {
    const name = request.url === '/' ? '/index.html' : (request.url ?? '')
    try {
      const body = readFileSync(join(folder, name))
      response.writeHead(200, { 'content-type': types[extname(name)] ?? 'application/octet-stream' }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

/** Milliseconds to open a PFX file in a worker: the first time, which loads what it needs, and the median of the next. */
async function measureKeys(rounds) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-keys-'))
  await build({
    configFile: false,
    root: here('page'),
    base: './',
    worker: { format: 'es' },
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, target: 'es2023' },
  })
  const server = await serve(folder)
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags })
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${server.address().port}/`)
    const results = []
    for (const [cipher, file] of Object.entries(keys)) {
      const open = ([key, times]) => window.openPfx(key, 'secret', times)
      const [first, ...next] = await page.evaluate(open, [files(file), rounds + 1])
      results.push({ cipher, first, next: median(next) })
    }
    return results
  } finally {
    await browser.close()
    server.close()
    rmSync(folder, { recursive: true })
  }
}

/** A project with `count` requests; `authorization` is sent with each, `token` gets one first. */
function project(url, count, authorization, token) {
  const steps = Array.from({ length: count }, (_, index) => ({
    id: `r${index}`,
    kind: 'send-request',
    name: `Request ${index}`,
    url: `${url}/orders`,
    headers: [{ name: 'Authorization', value: authorization }],
  }))
  const getToken = {
    id: 't1',
    kind: 'oauth2',
    name: 'Get token',
    grantType: 'ClientCredentials',
    tokenEndpoint: `${url}/token`,
    clientId: 'bench',
    clientSecret: '${secret}',
  }
  return JSON.stringify({
    format: 'aprj',
    version: 1,
    id: 'bench',
    name: 'Bench',
    variables: [
      { name: 'secret', value: 'the-secret-of-the-bench' },
      { name: 'plain', value: `token-${'x'.repeat(800)}` },
    ],
    suites: [{ id: 's', name: 'Suite', cases: [{ id: 'c', name: 'Case', steps: token ? [getToken, ...steps] : steps }] }],
  })
}

/**
 * Milliseconds of processor time that a cached token adds to a step: a run of many requests with the token's variable against one with a plain
 * variable of the same length, each less a run of one request, so that getting the token does not count.
 */
async function measureToken(rounds, count) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-token-'))
  const server = fork(here('server.mjs'))
  try {
    const port = await new Promise((resolve) => server.once('message', resolve))
    const url = `http://127.0.0.1:${port}`
    const timeOf = (name, text) => {
      const file = join(folder, `${name}.aprj`)
      writeFileSync(file, text)
      return () => {
        const args = ['--import', here('cpu-time.mjs'), here('../../bin/assay.js'), 'run', file]
        const { status, stdout, output } = spawnSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'pipe'] })
        if (status !== 0) throw new Error(`assay run ended with ${status}: ${String(stdout).slice(-500)}`)
        return Number(String(output[3]))
      }
    }
    const plain = [1, count].map((n) => timeOf(`plain-${n}`, project(url, n, 'Bearer ${plain}', false)))
    const live = [1, count].map((n) => timeOf(`live-${n}`, project(url, n, 'Bearer ${access_token}', true)))
    for (const run of [...plain, ...live]) run()
    const added = []
    for (let round = 0; round < rounds; round++) {
      const [plainOne, plainMany, liveOne, liveMany] = [...plain, ...live].map((run) => run())
      added.push((liveMany - liveOne - (plainMany - plainOne)) / (count - 1))
    }
    return median(added)
  } finally {
    server.kill()
    rmSync(folder, { recursive: true })
  }
}

/** Measures keys and tokens: what opening a PFX file costs, and what a cached token adds to a step. */
export async function measureOAuth({ rounds = 9, count = 2000 } = {}) {
  return { keys: await measureKeys(rounds), token: await measureToken(rounds, count), count }
}
