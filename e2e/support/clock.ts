import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectPlainly } from '../../apps/server/src/adapters/database/connect.ts'

/**
 * Lets the time of a drawn process's step run out, which no browser can hurry: the least that can be drawn is
 * an hour. Only on the portal that these stories have started themselves.
 */
export async function letTimeRunOut(instanceId: number): Promise<void> {
  const home = join(process.env['E2E_DATA_DIR'] ?? '', 'postgres')
  // As startEmbedded makes it; its port is only the socket's name.
  const socket = readFileSync(join(home, 'cluster/postmaster.pid'), 'utf8').split('\n')[4] ?? ''
  const password = readFileSync(join(home, 'password'), 'utf8').trim()
  const url = `postgres://portal:${password}@localhost:5432/portal?host=${encodeURIComponent(socket)}&sslmode=disable`
  const client = await connectPlainly(url)
  await client.query(
    `update workflow_step set due_at = now() - interval '1 minute'
      where instance_id = $1 and left_at is null and due_at is not null`,
    [instanceId],
  )
  await client.end()
}
