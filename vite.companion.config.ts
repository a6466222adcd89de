import { defineConfig } from 'vite'

/** The `assay` program as plain JavaScript for Node; what is loaded on demand stays in chunks of its own. */
export default defineConfig({
  // The app's static files belong to dist/app.
  publicDir: false,
  build: {
    ssr: 'src/companion/program.ts',
    target: 'node20',
    outDir: 'dist/companion',
    // A twentieth of a run of 1,000 requests is reading the program.
    minify: 'oxc',
    rolldownOptions: { output: { entryFileNames: 'assay.js', chunkFileNames: '[name]-[hash].js' } },
  },
  ssr: { target: 'node', noExternal: true, external: ['oidc-provider', 'playwright-core'] },
})
