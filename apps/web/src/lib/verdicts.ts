import type { Verdict } from '@portal/contract/kernel/rows'
import { say } from './tell.ts'

/** What became of a batch, said once: how many it worked for, and each that it did not, with its reason. */
export function sayVerdicts(verdicts: readonly Verdict[], word: string, nameOf: (id: number) => string): void {
  const failed = verdicts.filter((v) => !v.ok)
  const done = verdicts.length - failed.length
  if (failed.length === 0) return say('success', `已${word} ${done} 条`)
  say('warning', `已${word} ${done} 条，${failed.length} 条未能处理`, { lines: failed.map((v) => `${nameOf(v.id)}：${v.message}`), durationMs: 12_000 })
}
