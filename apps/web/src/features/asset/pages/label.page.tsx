import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { assetCalls, type AssetLabel, type labelActions } from '@portal/contract/asset/calls'
import { scrapStateWords } from '@portal/contract/asset/asset'
import { formatShortPeriod } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { Button, ButtonLink, Card, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { UseButtons } from '../../booking/shared/use-buttons.tsx'
import { DevicePicture } from '../../device/shared/device-picture.tsx'
import { statusText, statusTones } from '../../device/shared/status.ts'
import { DeviceDossier } from '../../stock-in/shared/dossier-button.tsx'
import { useLabel } from '../asset.queries.ts'
import { AssetNav } from '../shared/asset-nav.tsx'
import { RecordForm } from '../parts/record-form.tsx'
import { ReportForm } from '../parts/report-form.tsx'
import { ScanForm } from '../parts/scan-form.tsx'
import { ScrapForm } from '../parts/scrap-form.tsx'
import { SerialEntry } from '../parts/serial-entry.tsx'
import { TransferForm } from '../parts/transfer-form.tsx'
import '../parts/asset.css'

type Todo = Exclude<(typeof labelActions)[number], 'book' | 'plan'>
const todos: Record<Todo, string> = {
  scan: '盘点登记',
  report: '报修',
  record: '登记保养',
  transfer: '申请调拨',
  scrap: '申请报废',
}
/** Why an action that the address asks for is not in `can`. */
function explainRefusal(todo: Todo, { device: d, openTransfer, openScrap }: AssetLabel): string {
  if (d.status === 'scrapped') return '该仪器已报废。'
  if (todo === 'scan') return '没有您参加的、正在进行的盘点。'
  if (todo !== 'record' && openScrap)
    return `该仪器有报废单 ${openScrap.number}（${openScrap.requester}，${scrapStateWords[openScrap.state]}）。`
  if (todo === 'transfer' && openTransfer) return `该仪器有调拨单 ${openTransfer.number}，正在办理。`
  return `您不管理该仪器${d.contact ? `，请联系 ${d.contact.name}` : ''}。`
}
const isTodo = (word: string | null): word is Todo => word !== null && word in todos

/** The page behind an instrument's QR code: data, state and actions. `do` opens one action at once. */
export default function LabelPage() {
  const [search] = useSearchParams()
  const serialId = search.get('serialId') ?? ''
  const wanted = search.get('do')
  if (!serialId) {
    return (
      <SerialEntry
        title={isTodo(wanted) ? todos[wanted] : '仪器标签'}
        text="扫描仪器上的二维码，或输入资产编号"
      >
        <AssetNav />
      </SerialEntry>
    )
  }
  return <Label key={serialId} serialId={serialId} />
}

function Label({ serialId }: { serialId: string }) {
  const { data, error, refetch } = useLabel({ query: { serialId } }, { staleTime: 0 })
  // The seat becomes free while the next user stands before the instrument.
  useLive(data ? [`device:${data.device.id}`] : [], [assetCalls.label])
  if (error && !data) {
    return (
      <SerialEntry title="仪器标签" text="输入其他资产编号">
        <Card>
          <PageError error={error} onRetry={() => void refetch()} />
        </Card>
      </SerialEntry>
    )
  }
  if (!data) {
    return (
      <Card title="仪器标签">
        <Skeleton rows={6} height={28} />
      </Card>
    )
  }
  return (
    <section className="form-page">
      <Name device={data.device} />
      {/* Before picture and facts: on a phone, whoever stands there in gloves need not scroll. */}
      {data.uses.map((use) => (
        <OwnUse key={use.id} use={use} onDone={() => void refetch()} />
      ))}
      <About label={data} />
      <Actions label={data} />
    </section>
  )
}

const Name = ({ device: d }: Pick<AssetLabel, 'device'>) => (
  <header className="page-head">
    <h1>{d.name}</h1>
    <p>
      <StateTag tone={statusTones[d.status]} text={statusText(d)} />{' '}
      {d.statusNote && <span className="muted">{d.statusNote}</span>}
    </p>
  </header>
)

function About({
  label: { device: d, openRepair, openTransfer, openScrap, nextMaintenance },
}: {
  label: AssetLabel
}) {
  return (
    <div className="card label-card">
      <DevicePicture url={d.imageUrl} size="card" />
      <div>
        <Facts
          items={[
            { label: '资产编号', value: d.serialId },
            { label: '型号', value: d.model },
            { label: '实验室', value: d.lab.name },
            { label: '单位', value: d.dept.name },
            { label: '存放地点', value: d.room && `${d.room.building} ${d.room.name}` },
            { label: '联系人', value: d.contact && `${d.contact.name} ${d.contact.phone ?? ''}` },
            openRepair && {
              label: '维修',
              value: (
                <ButtonLink size="small" to={to('/osp/asset/repairs', { id: openRepair.id })}>
                  {openRepair.number}
                </ButtonLink>
              ),
            },
            openTransfer && {
              label: '调拨',
              value: (
                <ButtonLink
                  size="small"
                  to={to('/osp/asset/transfers', { id: openTransfer.id })}
                >{`${openTransfer.number} 至 ${openTransfer.to.name}`}</ButtonLink>
              ),
            },
            openScrap && {
              label: '报废',
              value: (
                <ButtonLink
                  size="small"
                  to={to('/osp/asset/scraps', { id: openScrap.id })}
                >{`${openScrap.number} ${scrapStateWords[openScrap.state]}`}</ButtonLink>
              ),
            },
            nextMaintenance && {
              label: '下次保养',
              value: `${nextMaintenance.title}，${nextMaintenance.nextOn}`,
            },
          ]}
        />
      </div>
    </div>
  )
}

/** The user's own booking, which can be started or finished now: what people scan the label for. */
function OwnUse({ use, onDone }: { use: AssetLabel['uses'][number]; onDone: () => void }) {
  const seat = use.capacity > 1 ? `，${use.seat} 号机位` : ''
  return (
    <Card title={`我的预约：${formatShortPeriod(use.startAt, use.endAt)}${seat}`}>
      <div className="label-actions">
        <UseButtons booking={use} size="large" onDone={onDone} />
        <ButtonLink size="large" to={to('/appointment/orderDetail', { id: use.id })}>
          查看预约
        </ButtonLink>
      </div>
    </Card>
  )
}

function Actions({ label }: { label: AssetLabel }) {
  const [search, setSearch] = useSearchParams()
  const { device: d, can } = label
  const wanted = search.get('do')
  const [open, setOpen] = useState<Todo | null>(null)
  // What is open stays so: the user's own request ends the right, and the label is renewed before the page
  // is left.
  const stays = isTodo(wanted) && (can.includes(wanted) || wanted === open) ? wanted : null
  if (stays !== open) setOpen(stays)
  const choose = (todo: Todo | null) =>
    setSearch({ serialId: d.serialId, ...(todo && { do: todo }) }, { preventScrollReset: true })
  return (
    <>
      <nav className="card label-actions" aria-label="可办理的事项">
        {can.includes('book') && (
          <ButtonLink
            kind={label.uses.length > 0 ? 'plain' : 'primary'}
            size="large"
            to={to(d.opened?.selfOperated ? '/deviceopen/applyTime' : '/deviceopen/apply', {
              deviceId: d.id,
            })}
          >
            预约使用
          </ButtonLink>
        )}
        {(Object.keys(todos) as Todo[]).map(
          (todo) =>
            can.includes(todo) && (
              <Button
                key={todo}
                size="large"
                aria-expanded={open === todo}
                onClick={() => choose(open === todo ? null : todo)}
              >
                {todos[todo]}
              </Button>
            ),
        )}
        <ButtonLink size="large" to={to('/dashboard/deviceDetail', { id: d.id })}>
          仪器详情
        </ButtonLink>
        <DeviceDossier device={d} />
      </nav>
      {isTodo(wanted) && !open && (
        <p className="card" role="status">
          不能{todos[wanted]}：{explainRefusal(wanted, label)}
        </p>
      )}
      {open && (
        <Card title={todos[open]}>
          <Doing todo={open} label={label} close={() => choose(null)} />
        </Card>
      )}
    </>
  )
}

function Doing({ todo, label, close }: { todo: Todo; label: AssetLabel; close: () => void }) {
  const { device: d, stocktakes, recordPlanId } = label
  const [search, setSearch] = useSearchParams()
  const go = useNavigate()
  if (todo === 'report') return <ReportForm deviceId={d.id} onCancel={close} />
  if (todo === 'record') return <RecordForm deviceId={d.id} planId={recordPlanId} onDone={close} />
  if (todo === 'transfer') return <TransferForm deviceId={d.id} onCancel={close} />
  if (todo === 'scrap')
    return (
      <ScrapForm
        deviceId={d.id}
        onSaved={(id) => void go(to('/osp/asset/scraps', { id }))}
        onCancel={close}
      />
    )
  const chosen = stocktakes.find((s) => String(s.id) === search.get('stocktake')) ?? stocktakes[0]
  if (!chosen) return <p role="status">{explainRefusal(todo, label)}</p>
  return (
    <>
      <p className="scan-choices">
        {stocktakes.map((s) => (
          <Button
            key={s.id}
            size="small"
            aria-pressed={s === chosen}
            onClick={() => setSearch({ serialId: d.serialId, do: 'scan', stocktake: String(s.id) })}
          >
            {s.name}
            {s.scannedAt ? '（已盘）' : ''}
          </Button>
        ))}
      </p>
      <ScanForm
        key={chosen.id}
        stocktakeId={chosen.id}
        serialId={d.serialId}
        scannedAt={chosen.scannedAt}
        onCancel={close}
      />
    </>
  )
}
