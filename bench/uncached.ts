// The product with its caches emptied before each request, to show what the caches are worth.
//
// usage: node bench/uncached.ts, with the product's environment
import { buildApp } from '../apps/server/src/app.ts'
import { emptyCaches } from '../apps/server/src/kernel/cache.ts'
import { createPool } from '../apps/server/src/kernel/db.ts'
import { readEnv } from '../apps/server/src/kernel/env.ts'

const env = readEnv(process.env)
const pool = createPool(process.env['DATABASE_URL'] ?? '', env.DB_POOL_MAX, 'bench uncached')
const app = await buildApp({ env, pool })
app.server.prependListener('request', () => emptyCaches(app.deps.live))
await app.listen({ port: env.PORT, host: env.HOST })
process.once('SIGTERM', () => void app.close().then(() => pool.end()))
