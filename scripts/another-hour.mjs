// `npm run another-hour -- 2026-12-31T23:50 e2e`: runs `npm test` with the campus clock set to this time at
// the start. Some faults show only at midnight, on the first of a month or on a holiday. It needs Linux and a
// C compiler. Tests that judge files by their age (files.test, upload.api.test, file.api.test) fail then,
// since the kernel dates files by the real clock.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fail, inRoot, run } from './lib.mjs'

const [moment = '', ...parts] = process.argv.slice(2)
const ahead = Math.round((Date.parse(`${moment}:00+08:00`) - Date.now()) / 1000)
if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(moment) || Number.isNaN(ahead))
  fail('Say when, by the clock in Shanghai, and which parts: npm run another-hour -- 2026-12-31T23:50 e2e')

// A folder that PostgreSQL can read, which runs as another user.
const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-another-hour-'))
chmodSync(folder, 0o755)
const clock = path.join(folder, 'clock.so')
const source = inRoot('scripts/another-hour.c')
const made = spawnSync('cc', ['-O2', '-shared', '-fPIC', '-o', clock, source, '-ldl', '-lpthread'], {
  stdio: 'inherit',
})
if (made.status === 0)
  process.exitCode = await run(process.execPath, [inRoot('scripts/test.mjs'), ...parts], {
    env: { ...process.env, LD_PRELOAD: clock, ANOTHER_HOUR: String(ahead) },
  })
rmSync(folder, { recursive: true, force: true })
if (made.status !== 0) fail('There is no C compiler: on Debian, apt-get install gcc libc6-dev.')
