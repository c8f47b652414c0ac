// usage: node bench/least/main.ts, with PORT, DATABASE_URL and DB_POOL_MAX in the environment
import { buildLeast } from '../least.ts'

const app = await buildLeast(process.env['DATABASE_URL'] ?? '', Number(process.env['DB_POOL_MAX'] ?? 16))
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
process.once('SIGTERM', () => void app.close())
