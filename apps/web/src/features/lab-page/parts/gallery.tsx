import { useState } from 'react'
import { thumbOf } from '@portal/contract/file/file'
import type { LabImage } from '@portal/contract/lab/lab'

/** The chosen picture large, all of them small below it. */
export function Gallery({ images, name }: { images: readonly LabImage[]; name: string }) {
  const [chosen, setChosen] = useState(0)
  const image = images[chosen] ?? images[0]
  if (!image) return null
  return (
    <div className="lab-gallery" role="group" aria-label={`${name}的图片`}>
      <a href={image.url} target="_blank" rel="noreferrer">
        <img src={image.url} alt={`${name}，第 ${images.indexOf(image) + 1} 张，点击查看原图`} />
      </a>
      {images.length > 1 && (
        <ul>
          {images.map((each, i) => (
            <li key={each.id}>
              <button type="button" aria-label={`第 ${i + 1} 张图片`} aria-pressed={each === image} onClick={() => setChosen(i)}>
                <img src={thumbOf(each.url)} alt="" loading="lazy" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
