import { HOME_SLIDES, MAX_SLIDES, type SlideRow } from '@portal/contract/carousel/carousel'
import { useState, type ComponentProps } from 'react'
import { passFocusOn } from '../../../lib/pass-focus.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Button, Empty, Skeleton } from '../../../ui/light.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { NewSlide, SlideForm, SlidePicture } from '../parts/slide-forms.tsx'
import { useOrderSlides, useRemoveSlide, useSlides } from '../carousel.queries.ts'
import './carousel.css'

type Asked = { what: 'new' } | { what: 'edit' | 'picture'; slide: SlideRow }
const titles: Record<Asked['what'], string> = { new: '新增轮播图', edit: '修改轮播图', picture: '更换图片' }

/** The pictures at the top of the home page, in order. */
export default function CarouselPage() {
  const { data, error, refetch } = useSlides()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [order, remove] = [useOrderSlides(), useRemoveSlide()]
  const slides = data?.items ?? []
  const keeps = data?.can.includes('manage') ?? false
  const close = () => setAsked(null)
  const move = (at: number, by: 1 | -1) => {
    const ids = slides.map((s) => s.id)
    const [id] = ids.splice(at, 1)
    if (id !== undefined) ids.splice(at + by, 0, id)
    return order.run({ body: { ids } }).catch(() => {}) // `send` has shown the failure
  }
  return (
    <section className="slides-page" aria-label="轮播图管理">
      <header className="page-head">
        <h1>轮播图管理</h1>
        <div className="page-extra">
          {keeps && slides.length >= MAX_SLIDES && (
            <span className="muted">最多 {MAX_SLIDES} 张，删除后可再新增</span>
          )}
          {keeps && (
            <Button
              kind="primary"
              icon="upload"
              disabled={slides.length >= MAX_SLIDES}
              onClick={() => setAsked({ what: 'new' })}
            >
              新增轮播图
            </Button>
          )}
        </div>
      </header>
      <div className="card">
        {!data ? (
          error ? (
            <PageError error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton rows={4} height={90} />
          )
        ) : slides.length === 0 ? (
          <Empty text={keeps ? '还没有轮播图，首页显示默认图片' : '首页现在没有轮播图'} />
        ) : (
          <ol className="slides-list">
            {slides.map((slide, i) => (
              <li key={slide.id}>
                {slide.imageUrl ? (
                  <img src={`${slide.imageUrl}?thumb=1`} alt="" width={240} height={90} loading="lazy" />
                ) : (
                  <span className="slides-none">没有图片</span>
                )}
                <div>
                  <strong>{slide.title}</strong>
                  {slide.subtitle && <p>{slide.subtitle}</p>}
                  <p className="muted">
                    {slide.link ?? '没有链接'} ·{' '}
                    {slide.fromDay || slide.untilDay
                      ? `${slide.fromDay ?? '即日'} 至 ${slide.untilDay ?? '长期'}`
                      : '长期显示'}
                  </p>
                  <StateTag {...findTag(slide)} />
                </div>
                {keeps && (
                  <div className="slides-tools">
                    <Button
                      size="small"
                      icon="up"
                      disabled={i === 0 || order.busy}
                      aria-label={`上移 ${slide.title}`}
                      onClick={(e) => passFocusOn(e.currentTarget, move(i, -1))}
                    />
                    <Button
                      size="small"
                      icon="down"
                      disabled={i === slides.length - 1 || order.busy}
                      aria-label={`下移 ${slide.title}`}
                      onClick={(e) => passFocusOn(e.currentTarget, move(i, 1))}
                    />
                    <Button
                      size="small"
                      aria-label={`修改 ${slide.title}`}
                      onClick={() => setAsked({ what: 'edit', slide })}
                    >
                      修改
                    </Button>
                    <Button
                      size="small"
                      aria-label={`换图 ${slide.title}`}
                      onClick={() => setAsked({ what: 'picture', slide })}
                    >
                      换图
                    </Button>
                    <ConfirmButton
                      size="small"
                      title={`删除“${slide.title}”？`}
                      text="图片一并删除，不能恢复。"
                      ok="删除轮播图"
                      onConfirm={() =>
                        remove.run({ params: { id: slide.id } }).then(() => say('success', '轮播图已删除'))
                      }
                    >
                      删除
                    </ConfirmButton>
                  </div>
                )}
              </li>
            ))}
          </ol>
        )}
      </div>
      <Modal
        open={asked !== null}
        title={asked && titles[asked.what]}
        footer={null}
        onCancel={close}
        destroyOnHidden
        width={640}
      >
        {asked?.what === 'new' && <NewSlide onDone={close} />}
        {asked?.what === 'edit' && <SlideForm slide={asked.slide} onDone={close} />}
        {asked?.what === 'picture' && <SlidePicture slide={asked.slide} onDone={close} />}
      </Modal>
    </section>
  )
}

function findTag(slide: SlideRow): ComponentProps<typeof StateTag> {
  if (slide.shown) return { tone: 'done', text: '正在显示' }
  if (slide.behind) return { tone: 'waiting', text: `排在前 ${HOME_SLIDES} 张之后，不显示` }
  return slide.enabled ? { tone: 'waiting', text: '不在显示日期内' } : { tone: 'stopped', text: '已停用' }
}
