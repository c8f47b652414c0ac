import {
  folderWords,
  type CallRow,
  type PlatformState,
  type Problem,
  type ProblemLevel,
  type ProcessRow,
  type TableRow,
} from '@portal/contract/monitor/platform'
import { addMinutes } from '../../kernel/time.ts'

/** The figures that are judged, without the texts and times shown beside them. */
export interface Judged {
  processes: readonly Pick<
    ProcessRow,
    'process' | 'version' | 'heapBytes' | 'heapLimitBytes' | 'loopP99Ms' | 'pool' | 'disks' | 'runsJobs'
  >[]
  database: Pick<
    PlatformState['database'],
    'connections' | 'maxConnections' | 'lockWaits' | 'longestSeconds' | 'reader'
  > & {
    tables: readonly Pick<TableRow, 'table' | 'liveRows' | 'deadRows'>[]
  }
  jobs: Pick<PlatformState['jobs'], 'waiting' | 'oldestSeconds'> & {
    failing: readonly { title: string; error: string }[]
    paused: readonly { title: string }[]
  }
  outbox: PlatformState['outbox']
  calls: readonly CallRow[]
  /** Titles of the jobs that are overdue. */
  overdue: readonly string[]
  /** Unresolved kinds of exceptions of the last day. */
  openExceptions: number
}

/** From `attention` on an administrator should look; from `wrong` on users notice. */
interface Limits {
  attention: number
  wrong: number
}
export const limits = {
  /** Fractions of 1. */
  diskUsed: { attention: 0.85, wrong: 0.95 },
  heapUsed: { attention: 0.85, wrong: 0.95 },
  connectionsUsed: { attention: 0.8, wrong: 0.95 },
  errorShare: { attention: 0.01, wrong: 0.05 },
  /** Milliseconds. */
  loopMs: { attention: 200, wrong: 1000 },
  callMs: { attention: 1000, wrong: 5000 },
  /** Seconds. */
  statementSeconds: { attention: 30, wrong: 300 },
  jobSeconds: { attention: 180, wrong: 900 },
  outboxSeconds: { attention: 600, wrong: 3600 },
  replicaSeconds: { attention: 30, wrong: 3600 },
} as const satisfies Record<string, Limits>
/** Below these numbers of calls or rows, a share is not judged. */
export const FEW_CALLS = 20
const FEW_ROWS = 10_000
const DEAD_SHARE = 0.3
const MANY_LOCK_WAITS = 5

/** A queue that is only slow, and one that makes up for an outage, take less time. */
const OVERDUE_MINUTES = 60
/**
 * True if two times of a job have passed since its last run, the second an hour ago. `nextAt` gives the job's
 * next time.
 */
export function isOverdue(last: Date, now: Date, nextAt: (from: Date) => Date | null): boolean {
  const first = nextAt(last)
  const second = first && nextAt(first)
  return second !== null && second <= addMinutes(now, -OVERDUE_MINUTES)
}

const findLevel = (value: number, { attention, wrong }: Limits): ProblemLevel | null =>
  value >= wrong ? 'wrong' : value >= attention ? 'attention' : null
const percent = (share: number) => `${Math.floor(share * 100)}%`
const minutes = (seconds: number) =>
  seconds < 90 ? `${Math.round(seconds)} 秒` : `${Math.round(seconds / 60)} 分钟`
const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`
const link = {
  jobs: '/monitor/crontab-task',
  exceptions: '/monitor/exception-log?state=open',
  mail: '/settings/email',
  failedMail: '/settings/email?view=queue&state=failed',
} as const

/** The present problems, worst first, each with advice. */
export function judgePlatform(p: Judged): Problem[] {
  const found = [
    ...listDisks(p),
    ...listProcesses(p),
    ...findDatabase(p),
    ...listJobs(p),
    ...findOutbox(p),
    ...listCalls(p),
    ...listExceptions(p),
  ]
  return found.toSorted((a, b) => Number(a.level !== 'wrong') - Number(b.level !== 'wrong'))
}

function listDisks({ processes }: Judged): Problem[] {
  return processes.flatMap(({ process, disks }) =>
    disks.flatMap(({ folder, freeBytes, sizeBytes }): Problem[] => {
      const level = sizeBytes > 0 ? findLevel(1 - freeBytes / sizeBytes, limits.diskUsed) : null
      if (!level) return []
      return [
        {
          level,
          area: 'disk',
          text: `${folderWords[folder]}所在磁盘只剩 ${percent(freeBytes / sizeBytes)}（${gigabytes(freeBytes)}，${process}）`,
          advice: '清理磁盘上的旧备份和日志，或扩容。写满后上传会失败，数据库也会停止写入。',
          link: null,
        },
      ]
    }),
  )
}

function listProcesses({ processes }: Judged): Problem[] {
  const versions = new Set(processes.map((p) => p.version))
  return [
    ...processes.flatMap(({ process, heapBytes, heapLimitBytes, loopP99Ms, pool }): Problem[] => {
      const heap = findLevel(heapBytes / heapLimitBytes, limits.heapUsed)
      const loop = findLevel(loopP99Ms, limits.loopMs)
      const area = 'process'
      const found: (Problem | false)[] = [
        heap !== null && {
          level: heap,
          area,
          text: `进程 ${process} 已用去可用内存的 ${percent(heapBytes / heapLimitBytes)}`,
          advice: '在空闲时重启该进程；若很快又升高，请把本页截图交给开发人员。',
          link: null,
        },
        loop !== null && {
          level: loop,
          area,
          text: `进程 ${process} 响应迟缓：事件循环延迟 ${Math.round(loopP99Ms)} 毫秒`,
          advice: '查看本机 CPU 是否被其他程序占用；持续出现时可增加一个服务进程。',
          link: null,
        },
        pool.waiting > 0 && {
          level: pool.waiting >= pool.max ? 'wrong' : 'attention',
          area: 'database',
          text: `进程 ${process} 有 ${pool.waiting} 个请求在等待数据库连接（上限 ${pool.max}）`,
          advice: '先看下方“正在运行的语句”是否有长时间不结束的；没有则调大 DB_POOL_MAX。',
          link: null,
        },
      ]
      return found.filter((x) => x !== false)
    }),
    ...(versions.size > 1
      ? [
          {
            level: 'attention' as const,
            area: 'process' as const,
            text: `服务进程的版本不一致：${[...versions].toSorted().join('、')}`,
            advice: '升级未完成：重启仍在旧版本上的进程。',
            link: null,
          },
        ]
      : []),
  ]
}

function findDatabase({ database: d }: Judged): Problem[] {
  const area = 'database'
  const used = d.connections.reduce((n, c) => n + c.count, 0)
  const crowded = d.maxConnections > 0 ? findLevel(used / d.maxConnections, limits.connectionsUsed) : null
  const long = findLevel(d.longestSeconds, limits.statementSeconds)
  const found: (Problem | false)[] = [
    crowded !== null && {
      level: crowded,
      area,
      text: `数据库连接已用 ${used} 个，上限 ${d.maxConnections} 个`,
      advice: '减少各进程的 DB_POOL_MAX，或调大 PostgreSQL 的 max_connections。',
      link: null,
    },
    long !== null && {
      level: long,
      area,
      text: `有一条语句已运行 ${minutes(d.longestSeconds)}`,
      advice: '见下方“正在运行的语句”；确认不是备份或导出后，可由数据库管理员结束它。',
      link: null,
    },
    d.lockWaits >= MANY_LOCK_WAITS && {
      level: 'attention',
      area,
      text: `${d.lockWaits} 条语句在等待锁`,
      advice: '通常几秒内消失；持续出现时，查看运行最久的语句。',
      link: null,
    },
    ...listReader(d),
    ...d.tables.map(
      (t): Problem | false =>
        t.liveRows + t.deadRows >= FEW_ROWS &&
        t.deadRows / (t.liveRows + t.deadRows) > DEAD_SHARE && {
          level: 'attention',
          area,
          text: `表 ${t.table} 有 ${percent(t.deadRows / (t.liveRows + t.deadRows))} 是死元组`,
          advice: '确认 autovacuum 已开启；可在空闲时执行 VACUUM (ANALYZE)。',
          link: null,
        },
    ),
  ]
  return found.filter((x) => x !== false)
}

/** Problems of the replica never count as an outage of the portal: the primary answers instead. */
function listReader({ reader }: Judged['database']): Problem[] {
  if (!reader) return []
  const area = 'database'
  if (!reader.up)
    return [
      {
        level: 'attention',
        area,
        text: '只读副本不可用，列表和统计暂由主库承担',
        advice: '查看服务日志中 “read replica” 一行，检查副本数据库和 DATABASE_READ_URL；恢复后会自动使用。',
        link: null,
      },
    ]
  const level = findLevel(reader.lagSeconds ?? 0, limits.replicaSeconds)
  return level
    ? [
        {
          level,
          area,
          text: `只读副本落后主库 ${minutes(reader.lagSeconds ?? 0)}，列表和统计暂由主库承担`,
          advice: '检查副本的磁盘、网络和长时间运行的查询；建议在副本上开启 hot_standby_feedback。',
          link: null,
        },
      ]
    : []
}

function listJobs({ jobs, processes, overdue }: Judged): Problem[] {
  const area = 'jobs'
  const late = findLevel(jobs.oldestSeconds, limits.jobSeconds)
  const found: (Problem | false)[] = [
    !processes.some((p) => p.runsJobs) && {
      level: 'wrong',
      area,
      text: '没有服务进程在运行定时任务',
      advice: '重启服务；若仍如此，查看服务日志中 “jobs did not start” 一行。',
      link: null,
    },
    late !== null && {
      level: late,
      area,
      text: `有定时任务到点后 ${minutes(jobs.oldestSeconds)}仍未开始（共 ${jobs.waiting} 项）`,
      advice: '看是否有任务长时间运行不结束；没有则重启服务进程。',
      link: link.jobs,
    },
    ...jobs.failing.map((j): Problem => ({
      level: 'attention',
      area,
      text: `定时任务“${j.title}”最近一次运行失败：${j.error}`,
      advice: '在“定时任务”中查看运行记录，排除原因后点“立即运行”。',
      link: link.jobs,
    })),
    overdue.length > 0 && {
      level: 'attention',
      area,
      text: `定时任务连续两次到点没有运行：${overdue.join('、')}`,
      advice: '在“定时任务”中点“立即运行”；再次发生时，查看服务日志，并确认到点时服务没有停止。',
      link: link.jobs,
    },
    jobs.paused.length > 0 && {
      level: 'attention',
      area,
      text: `已暂停的定时任务：${jobs.paused.map((j) => j.title).join('、')}`,
      advice: '不再需要暂停时，请在“定时任务”中恢复。',
      link: link.jobs,
    },
  ]
  return found.filter((x) => x !== false)
}

function findOutbox({ outbox }: Judged): Problem[] {
  const late = findLevel(outbox.oldestSeconds, limits.outboxSeconds)
  const waiting = outbox.queues.reduce((n, q) => n + q.waiting, 0)
  const failed = outbox.queues.find((q) => q.kind === 'mail')?.failed ?? 0
  const found: (Problem | false)[] = [
    late !== null && {
      level: late,
      area: 'outbox',
      text: `有消息或邮件等待了 ${minutes(outbox.oldestSeconds)}仍未发出（共 ${waiting} 条）`,
      advice: '检查系统邮箱的设置和邮件服务器；恢复后会自动补发。',
      link: link.mail,
    },
    failed > 0 && {
      level: 'attention',
      area: 'outbox',
      text: `${failed} 封邮件多次发送失败，已停止发送`,
      advice: '在“系统邮箱”的发送队列中查看最近错误，改正后点“再次发送”。',
      link: link.failedMail,
    },
  ]
  return found.filter((x) => x !== false)
}

function listCalls({ calls }: Judged): Problem[] {
  return calls.flatMap((c): Problem[] => {
    const failing = c.errors > 1 ? findLevel(c.errors / c.calls, limits.errorShare) : null
    const slow = c.calls >= FEW_CALLS ? findLevel(c.p95Ms, limits.callMs) : null
    const found: (Problem | false)[] = [
      failing !== null && {
        level: failing,
        area: 'calls',
        text: `“${c.summary}”近来 ${c.calls} 次中出错 ${c.errors} 次`,
        advice: '在“异常日志”中查看原因。',
        link: link.exceptions,
      },
      slow !== null && {
        level: slow,
        area: 'calls',
        text: `“${c.summary}”变慢：95% 在 ${(c.p95Ms / 1000).toFixed(1)} 秒内完成`,
        advice: '先看数据库与磁盘有无异常；只有这一项慢时，请告知开发人员。',
        link: null,
      },
    ]
    return found.filter((x) => x !== false)
  })
}

const listExceptions = ({ openExceptions }: Judged): Problem[] =>
  openExceptions === 0
    ? []
    : [
        {
          level: 'attention',
          area: 'exceptions',
          text: `最近 24 小时有 ${openExceptions} 种未处理的异常`,
          advice: '在“异常日志”中查看；确认后标记为已处理。',
          link: link.exceptions,
        },
      ]
