import { defineConfig } from '@playwright/test'
import journeys from '../../playwright.config.ts'

/** Makes a database file: see the README. */
export default defineConfig({ ...journeys, testDir: '.', testMatch: 'make-database.ts', retries: 0, reporter: 'list' })
