import { useId, useRef, useState } from 'react'
import { copyText } from '../../../lib/copy-text.ts'
import { formatMinute } from '../../../lib/format.ts'
import { ask } from '../../../lib/tell.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { Button } from '../../../ui/light.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { useEndFeed, useFeed, useMakeFeed } from '../booking.queries.ts'
import './calendar-link.css'

interface Props {
  /** For a device's calendar; if missing, the user's own bookings. */
  deviceId?: number
  /** Button text, if the context requires another. */
  label?: string
}
/** Creates and withdraws an address from which Outlook or a phone reads the calendar. */
export function CalendarLink({ deviceId, label = '订阅日历' }: Props) {
  const [open, setOpen] = useState(false)
  // Known only on this page until it closes: the portal stores no more than is needed to recognise it.
  const [address, setAddress] = useState<string | null>(null)
  return (
    <>
      <Button icon="calendar" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Drawer open={open} onClose={() => setOpen(false)} title="订阅日历" side="right">
        <Address deviceId={deviceId} address={address} onAddress={setAddress} />
      </Drawer>
    </>
  )
}

interface AddressProps {
  deviceId: number | undefined
  address: string | null
  onAddress: (address: string | null) => void
}
function Address({ deviceId, address, onAddress }: AddressProps) {
  const which = deviceId === undefined ? {} : { deviceId }
  const query = useFeed({ query: which })
  const make = useMakeFeed()
  const end = useEndFeed()
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const since = query.data?.since ?? null

  const makeAddress = async () => {
    const sure =
      since === null ||
      (await ask({
        title: '重新生成链接？',
        text: '原链接立即失效，已订阅的日历须改用新链接。',
        ok: '重新生成',
      }))
    if (!sure) return
    const made = await make.run({ body: which }).catch(() => null)
    if (made) onAddress(`${location.origin}${made.path}`)
  }
  const endAddress = async () => {
    if (!(await ask({ title: '停用链接？', text: '已订阅的日历不再更新。', ok: '停用', danger: true })))
      return
    const ended = await end.run({ query: which }).then(
      () => true,
      () => false,
    )
    if (ended) onAddress(null)
  }
  return (
    <div className="calendar-link">
      <p>
        {deviceId === undefined
          ? '您的预约会出现在 Outlook、手机等日历中，改期和取消自动更新。'
          : '该仪器被占用的时间会出现在 Outlook、手机等日历中；只显示已约，不显示是谁。'}
      </p>
      {!query.data ? (
        <Waiting query={query} rows={2} height={32} />
      ) : address ? (
        <>
          <label htmlFor={id}>订阅链接（只显示这一次）</label>
          <div className="calendar-link-field">
            <input ref={field} id={id} readOnly value={address} onFocus={(e) => e.target.select()} />
            <Button kind="primary" onClick={() => void copyText(address, field.current)}>
              复制链接
            </Button>
          </div>
          <p className="muted">
            任何拿到链接的人都能查看，请勿转发。
            <a href={address.replace(/^https?:/, 'webcal:')}>用本机日历打开</a>
          </p>
        </>
      ) : since ? (
        <p>链接已于 {formatMinute(since)} 生成。为安全起见，平台不保存链接本身；遗失后请重新生成。</p>
      ) : null}
      {query.data && (
        <div className="calendar-link-buttons">
          <Button kind={since ? 'plain' : 'primary'} busy={make.busy} onClick={() => void makeAddress()}>
            {since ? '重新生成' : '生成链接'}
          </Button>
          {since && (
            <Button kind="danger" busy={end.busy} onClick={() => void endAddress()}>
              停用
            </Button>
          )}
        </div>
      )}
      <h3>添加到日历</h3>
      <dl>
        <dt>Outlook</dt>
        <dd>日历 → 添加日历 → 从 Internet 订阅，粘贴链接。</dd>
        <dt>iPhone、iPad</dt>
        <dd>设置 → 日历 → 账户 → 添加账户 → 其他 → 添加已订阅的日历，粘贴链接。</dd>
        <dt>安卓手机</dt>
        <dd>
          系统日历 → 设置 → 订阅日历（URL 导入），粘贴链接；没有此项的，在 Google 日历网页版“通过网址添加”。
        </dd>
        <dt>Mac</dt>
        <dd>日历 → 文件 → 新建日历订阅，粘贴链接。</dd>
      </dl>
      <p className="muted">日历软件按自己的间隔更新，通常为 1 小时至 1 天；临近使用请以平台为准。</p>
    </div>
  )
}
