import { defineConfig } from '@playwright/test'
import { pageBrowser } from './e2e/launch-options.ts'

/** Journeys in a real browser. `scripts/test.mjs` finds the browser and its shell and passes them on. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.journey.ts',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A journey is a conversation of programs that wait for each other, and the cases of the conformance list mostly wait: it takes
  // three and one of them at a time to keep two cores busy.
  workers: 4,
  projects: [
    { name: 'pages', testIgnore: '**/conformance.journey.ts', workers: 3 },
    { name: 'conformance', testMatch: '**/conformance.journey.ts', workers: 1 },
  ],
  // On a machine that stalls for a moment; what passed at the second try only is named at the end.
  retries: 1,
  fullyParallel: true,
  // In a log a line for each journey buries what went wrong.
  reporter: [[process.stdout.isTTY ? 'list' : 'dot'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    launchOptions: pageBrowser,
  },
})
