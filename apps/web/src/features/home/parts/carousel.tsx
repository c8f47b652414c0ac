import { HERO_URL, type Home } from '@portal/contract/home/home'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Icon } from '../../../ui/icon.tsx'
import { Lattice } from './lattice.tsx'
import { PauseIcon } from './pause-icon.tsx'

type Slide = Home['carousel'][number]
const TURN_MS = 6000
/** Shown if no pictures are configured. */
const welcome: Slide = {
  id: 0,
  title: '大型仪器开放共享',
  subtitle: '查找、预约、使用、结算，一站办理',
  imageUrl: null,
  link: null,
}
/** While the slides load: the picture that the HTML has shown already. */
const coming: Slide = { id: 0, title: '', subtitle: null, imageUrl: HERO_URL, link: null }

/**
 * Advances automatically unless the user is reading (pointer or focus on it), has paused it, or prefers less
 * motion.
 */
export function Carousel({ slides }: { slides: readonly Slide[] | undefined }) {
  const all = slides === undefined ? [coming] : slides.length > 0 ? slides : [welcome]
  const count = all.length
  const [{ at, seen }, setPlace] = useState({ at: 0, seen: 1 })
  const [stopped, setStopped] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const box = useRef<HTMLElement>(null)
  const turn = useCallback(
    (by: 1 | -1) =>
      setPlace((p) => {
        const next = (p.at + by + count) % count
        // Loads the next picture in advance; pictures that may never be shown are not loaded.
        return { at: next, seen: by < 0 ? count : Math.max(p.seen, next + 1) }
      }),
    [count],
  )
  useEffect(() => {
    if (stopped || count < 2) return
    const timer = setInterval(
      () => document.hidden || box.current?.matches(':hover, :focus-within') || turn(1),
      TURN_MS,
    )
    return () => clearInterval(timer)
  }, [stopped, count, turn])

  return (
    <section ref={box} className="carousel" aria-roledescription="轮播" aria-label="平台图片">
      {all.map((slide, i) => (
        <OneSlide
          key={slide.id}
          slide={slide}
          shown={i === at % count}
          wanted={i <= seen}
          label={`第 ${i + 1} 张，共 ${count} 张`}
        />
      ))}
      {count > 1 && (
        <div className="carousel-turn">
          <button type="button" aria-label="上一张" onClick={() => turn(-1)}>
            <Icon name="left" />
          </button>
          <span aria-hidden>
            {(at % count) + 1} / {count}
          </span>
          <button type="button" aria-label="下一张" onClick={() => turn(1)}>
            <Icon name="right" />
          </button>
          <button
            type="button"
            aria-label={stopped ? '开始自动播放' : '停止自动播放'}
            onClick={() => setStopped(!stopped)}
          >
            <PauseIcon paused={stopped} />
          </button>
        </div>
      )}
    </section>
  )
}

function OneSlide({
  slide,
  shown,
  wanted,
  label,
}: {
  slide: Slide
  shown: boolean
  wanted: boolean
  label: string
}) {
  return (
    <div
      className="slide"
      data-shown={shown || undefined}
      inert={!shown}
      role="group"
      aria-roledescription="图片"
      aria-label={label}
    >
      {slide.imageUrl ? (
        wanted && <img src={slide.imageUrl} alt="" fetchPriority={shown ? 'high' : 'low'} />
      ) : (
        <Lattice />
      )}
      <div className="front-width">
        {slide.title && <p className="slide-title">{slide.title}</p>}
        {slide.subtitle && <p className="slide-text">{slide.subtitle}</p>}
        {slide.link && <SlideLink to={slide.link} />}
      </div>
    </div>
  )
}

function SlideLink({ to }: { to: string }) {
  const inside = (
    <>
      查看详情 <Icon name="right" size={15} />
    </>
  )
  return to.startsWith('/') ? (
    <Link className="slide-link" to={to}>
      {inside}
    </Link>
  ) : (
    <a className="slide-link" href={to} target="_blank" rel="noreferrer">
      {inside}
    </a>
  )
}
