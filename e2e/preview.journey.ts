import { mkdtempSync, rmSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { sandboxed } from '../src/ui/run/response/preview-document.ts'
import { wholeBrowser } from './launch-options.ts'
import { expect, test } from './worker.ts'

test('[R11, R46] a page that is previewed connects to nothing', async () => {
  const servers: Server[] = []
  const listen = async (server: Server): Promise<string> => {
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  }
  const connected: string[] = []
  const waiting = (name: string): Promise<string> =>
    listen(
      createServer((socket) => {
        connected.push(name)
        socket.destroy()
      }),
    )
  const link = `<LINK\trel="dns-prefetch preconnect" href="${await waiting('preview')}">`
  const markup = `<!doctype html>${link}<p>Hostile<div><template shadowrootmode="open">${link}</template></div>`
  const url = await listen(createHttpServer((_, response) => response.setHeader('content-type', 'text/html').end('<body>')))
  const [first, last] = [await waiting('first'), await waiting('last')]
  const profile = mkdtempSync(join(tmpdir(), 'assay-preview-'))
  // Only the whole browser connects ahead, and only with a profile that stays.
  const context = await chromium.launchPersistentContext(profile, wholeBrowser)
  try {
    const page = await context.newPage()
    await page.goto(url)
    await page.evaluate(
      async ({ srcdoc, before, after }) => {
        const connect = (href: string) =>
          document.head.append(Object.assign(document.createElement('link'), { rel: 'preconnect', href }))
        connect(before)
        const frame = Object.assign(document.createElement('iframe'), { srcdoc })
        frame.setAttribute('sandbox', '')
        const shown = new Promise((resolve) => frame.addEventListener('load', resolve))
        document.body.append(frame)
        await shown
        // It is connected to after what the preview would connect to.
        connect(after)
      },
      { srcdoc: sandboxed(markup), before: first, after: last },
    )
    await expect(page.frameLocator('iframe').getByText('Hostile')).toBeVisible()
    await expect.poll(() => connected).toContain('last')
    expect(new Set(connected)).toEqual(new Set(['first', 'last']))
  } finally {
    await context.close()
    for (const server of servers) server.close()
    rmSync(profile, { recursive: true, force: true })
  }
})
