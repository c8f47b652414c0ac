import { useEffect, useEffectEvent, useState } from 'react'
import { rowVerdictWords, type BulkImport } from '@portal/contract/bulk/bulk'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Button, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { saveBadRows, useCommit, useDiscard, useImport } from '../bulk.queries.ts'
import { verdictTone, VerdictTable } from './verdict-table.tsx'

interface Props {
  id: number
  onAgain: () => void
  onDone: () => void
  onClose: () => void
}

/** An import's progress, from reading the rows to writing them. */
export function ImportSteps({ id, onAgain, onDone, onClose }: Props) {
  const { data, error, refetch } = useImport(id)
  const finished = useEffectEvent(onDone)
  const state = data?.state
  useEffect(() => {
    if (state === 'done') finished()
  }, [state])
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <Skeleton rows={6} />
  const { new: added, changed } = data.counts
  if (data.state === 'reading' || data.state === 'committing') return <AtWork of={data} />
  if (data.state === 'failed')
    return (
      <div className="import" role="alert">
        <p style={{ color: 'var(--refused)' }}>{data.message}</p>
        <div className="import-foot">
          <Button kind="primary" onClick={onAgain}>
            重新上传
          </Button>
        </div>
      </div>
    )
  if (data.state === 'done')
    return (
      <div className="import">
        <p role="status">
          导入完成：新增 {added} 条，修改 {changed} 条
          {data.counts.bad > 0 && `，跳过有误的 ${data.counts.bad} 行`}。
        </p>
        <div className="import-foot">
          <Button kind="primary" onClick={onClose}>
            完成
          </Button>
          <Button onClick={onAgain}>继续导入</Button>
          {data.counts.bad > 0 && <SaveBad id={id} />}
        </div>
      </div>
    )
  return <Ready of={data} onAgain={onAgain} />
}

function AtWork({ of }: { of: BulkImport }) {
  const total = of.counts.new + of.counts.changed
  const words =
    of.state === 'reading' ? `正在校验，已读 ${of.progress} 行…` : `正在导入，${of.progress} / ${total}…`
  return (
    <div className="import">
      <p role="status">{words}</p>
      <progress
        aria-label={of.state === 'reading' ? '校验进度' : '导入进度'}
        {...(of.state === 'committing' && { value: of.progress, max: total })}
      />
      <p className="muted">可以关闭此窗口，处理会继续进行。</p>
    </div>
  )
}

function SaveBad({ id }: { id: number }) {
  const [busy, setBusy] = useState(false)
  const go = async () => {
    setBusy(true)
    await saveBadRows(id).catch(() => undefined) // `send` has shown the failure
    setBusy(false)
  }
  return (
    <Button icon="download" busy={busy} onClick={() => void go()}>
      下载有误的行
    </Button>
  )
}

function Ready({ of, onAgain }: { of: BulkImport; onAgain: () => void }) {
  const commit = useCommit()
  const discard = useDiscard()
  const { counts } = of
  const toWrite = counts.new + counts.changed
  const verdicts = (['new', 'changed', 'same', 'bad'] as const).filter((v) => counts[v] > 0)
  return (
    <div className="import">
      <p>
        文件“{of.fileName}”校验完毕，共 {of.progress} 行。
      </p>
      {of.message && <p style={{ color: 'var(--waiting)' }}>{of.message}</p>}
      <div className="import-counts">
        {verdicts.map((v) => (
          <StateTag key={v} tone={verdictTone[v]} text={`${rowVerdictWords[v]} ${counts[v]}`} />
        ))}
        {counts.warned > 0 && <StateTag tone="waiting" text={`有提示 ${counts.warned}`} />}
      </div>
      <div className="import-foot">
        {toWrite > 0 ? (
          <ConfirmButton
            danger={false}
            title={`导入 ${toWrite} 条？`}
            text={`新增 ${counts.new} 条，修改 ${counts.changed} 条${counts.bad > 0 ? `；有误的 ${counts.bad} 行会被跳过` : ''}。要么全部写入，要么全部不写入。`}
            ok="确认导入"
            onConfirm={() => commit.run({ params: { id: of.id }, body: { skipBad: counts.bad > 0 } })}
          >
            {counts.bad > 0 ? '跳过有误的行并导入' : '确认导入'}
          </ConfirmButton>
        ) : (
          <p className="muted">没有需要导入的行。</p>
        )}
        {counts.bad > 0 && <SaveBad id={of.id} />}
        <Button
          onClick={() => {
            void discard.run({ params: { id: of.id } }).catch(() => undefined)
            onAgain()
          }}
        >
          重新上传
        </Button>
      </div>
      <VerdictTable of={of} />
    </div>
  )
}
