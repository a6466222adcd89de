import { defineConfig } from '@playwright/test'

/** Journeys in a real browser. `scripts/test.mjs` finds the browser and passes it on. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.journey.ts',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // The cases of the conformance list mostly wait: they have a worker of their own beside the two that keep two cores busy.
  workers: 3,
  projects: [
    { name: 'pages', testIgnore: '**/conformance.journey.ts', workers: 2 },
    { name: 'conformance', testMatch: '**/conformance.journey.ts', workers: 1 },
  ],
  // On a machine that stalls for a moment; what passed at the second try only is named at the end.
  retries: 1,
  fullyParallel: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    launchOptions: {
      ...(process.env.CHROME_PATH ? { executablePath: process.env.CHROME_PATH } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
