import { Suspense, useState, type ReactNode } from 'react'
import { campusMapCalls, type CampusMapRow, type MapBuilding } from '@portal/contract/campus-map/campus-map'
import { formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { useHolds } from '../../../lib/session.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { definePart } from '../../../ui/part.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { useMap, useMapBuildings, useMaps, usePin, useRemoveMap, useUploadMap } from '../building.queries.ts'
import { CampusInput } from './building-form.tsx'
import './map-settings.css'

const CampusMap = definePart(() => import('./campus-map.tsx'))

/** Settings of the campus maps, and each building's position on them. */
export function MapSettings({ intro }: { intro: ReactNode }) {
  const editable = useHolds(['LABORATORY_ALL'])
  const { data, error, refetch } = useMaps()
  const [uploading, setUploading] = useState<string | null>(null)
  const close = () => setUploading(null)
  return (
    <section className="list-page" aria-label="楼宇管理">
      <header className="page-head">
        <h1>楼宇管理</h1>
        <div className="page-extra no-print">
          <ButtonLink to={to('/osp/device-map')} icon="eye">
            查看仪器地图
          </ButtonLink>
          {editable && (
            <Button kind="primary" icon="upload" onClick={() => setUploading('')}>
              上传校园地图
            </Button>
          )}
        </div>
      </header>
      {intro}
      {!data ? (
        <Card>
          {error ? (
            <PageError error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton rows={6} height={40} />
          )}
        </Card>
      ) : data.length === 0 ? (
        <Card>
          <Empty text="还没有校园地图。可以上传一张校园平面图，再逐一标注楼宇；或上传含楼宇轮廓的 GeoJSON，自动标注。" />
        </Card>
      ) : (
        data.map((map) => (
          <OneMap key={map.id} map={map} editable={editable} onReplace={() => setUploading(map.campus)} />
        ))
      )}
      <Modal open={uploading !== null} title="上传校园地图" footer={null} onCancel={close} destroyOnHidden>
        {uploading !== null && <UploadForm campus={uploading} onDone={close} />}
      </Modal>
    </section>
  )
}

const { upload: rule } = campusMapCalls.upload
const FileField = (props: {
  id?: string
  value?: readonly File[]
  onChange?: (files: readonly File[]) => void
}) => rule && <UploadField {...props} rule={rule} types="image/*,.geojson,.json" label="选择地图" />

function UploadForm({ campus, onDone }: { campus: string; onDone: () => void }) {
  const form = useSubmit<typeof campusMapCalls.upload, { campus: string; file: readonly File[] }>(
    useUploadMap(),
    {
      initial: { campus, file: [] },
      args: (v) => ({ body: { campus: v.campus }, files: v.file }),
      done: ({ placed }) =>
        placed ? `地图已保存，自动标注了 ${placed} 栋楼宇` : '地图已保存，请标注楼宇位置',
      after: onDone,
    },
  )
  return (
    <FormPage
      form={form}
      submit="上传地图"
      onCancel={onDone}
      intro={
        <p className="muted">
          图片：校园平面图，较长边超过 1600 像素时会缩小。GeoJSON：楼宇为面，属性 serialId（楼宇编号）或
          name（楼宇名称）与登记的楼宇一致时自动标注。同一校区再次上传即替换，已有标注保留。
        </p>
      }
    >
      <Field name="campus" label="校区">
        <CampusInput />
      </Field>
      <Field name="file" label="地图文件">
        <FileField />
      </Field>
    </FormPage>
  )
}

function OneMap({
  map: { id, campus, kind, updatedAt },
  editable,
  onReplace,
}: {
  map: CampusMapRow
  editable: boolean
  onReplace: () => void
}) {
  const map = useMap({ params: { id } })
  const buildings = useMapBuildings({ campus })
  const remove = useRemoveMap()
  const pin = usePin()
  const [chosen, setChosen] = useState<number | null>(null)
  const one = buildings.data?.find((b) => b.id === chosen)
  const place = (at: { x: number; y: number } | null) => {
    if (one)
      void pin.run({ params: { id: one.id }, body: { at } }).then(
        () => say('success', at ? `已标注“${one.name}”` : `已取消“${one.name}”的标注`),
        () => undefined, // the failure has been shown
      )
  }
  return (
    <Card
      title={campus}
      extra={
        <span className="map-settings-head">
          <span className="muted">
            {kind === 'picture' ? '图片' : 'GeoJSON'}，{formatMinute(updatedAt)}
          </span>
          {editable && (
            <>
              <Button size="small" onClick={onReplace}>
                替换
              </Button>
              <ConfirmButton
                size="small"
                title={`删除${campus}的地图？`}
                text="楼宇的标注会保留，再次上传地图后仍然有效。"
                ok="删除地图"
                onConfirm={() => remove.run({ params: { id } })}
              >
                删除
              </ConfirmButton>
            </>
          )}
        </span>
      }
    >
      <div className="map-settings">
        <div className="map-settings-canvas">
          {map.data ? (
            <Suspense fallback={<Skeleton rows={1} height={320} />}>
              <CampusMap
                map={map.data}
                buildings={buildings.data ?? NONE}
                chosen={chosen}
                onChoose={setChosen}
                onPlace={editable && one ? place : undefined}
                placing={editable && one !== undefined}
              />
            </Suspense>
          ) : map.error ? (
            <PageError error={map.error} onRetry={() => void map.refetch()} />
          ) : (
            <Skeleton rows={1} height={320} />
          )}
        </div>
        <div className="map-settings-side">
          <p className="muted" role="status">
            {!editable
              ? '楼宇的标注'
              : one
                ? `点击地图，标注“${one.name}”的位置`
                : '先选择楼宇，再点击它在地图上的位置'}
          </p>
          {buildings.data ? (
            <ul aria-label={`${campus}的楼宇`}>
              {buildings.data.map((b) => (
                <li key={b.id}>
                  <button
                    type="button"
                    aria-pressed={b.id === chosen}
                    onClick={() => setChosen(b.id === chosen ? null : b.id)}
                  >
                    {b.name} <span className="muted">{b.x === null ? '未标注' : '已标注'}</span>
                  </button>
                  {editable && b.id === chosen && (
                    <ByHand key={`${b.x} ${b.y}`} building={b} onPlace={place} />
                  )}
                </li>
              ))}
            </ul>
          ) : (
            <Waiting query={buildings} rows={4} plain />
          )}
        </div>
      </div>
    </Card>
  )
}
const NONE: readonly MapBuilding[] = []

const percent = (n: number | null) => (n === null ? '' : String(Math.round(n * 1000) / 10))
const findPart = (text: string) => Math.min(1, Math.max(0, Number(text) / 100))
/** Positions a building without a mouse: distance from the left and from the top. */
function ByHand({
  building: b,
  onPlace,
}: {
  building: MapBuilding
  onPlace: (at: { x: number; y: number } | null) => void
}) {
  const [x, setX] = useState(percent(b.x))
  const [y, setY] = useState(percent(b.y))
  const field = (label: string, value: string, set: (v: string) => void) => (
    <label>
      {label}
      <input
        type="number"
        min={0}
        max={100}
        step={0.1}
        required
        value={value}
        onChange={(e) => set(e.target.value)}
      />
      %
    </label>
  )
  return (
    <form
      className="map-settings-hand"
      onSubmit={(e) => {
        e.preventDefault()
        onPlace({ x: findPart(x), y: findPart(y) })
      }}
    >
      {field('距左', x, setX)}
      {field('距上', y, setY)}
      <Button type="submit" size="small">
        标注
      </Button>
      {b.x !== null && (
        <Button size="small" kind="text" onClick={() => onPlace(null)}>
          取消标注
        </Button>
      )}
    </form>
  )
}
