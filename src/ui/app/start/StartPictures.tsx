import type { Component } from 'solid-js'

/** A login and a call as the sequence diagram draws them. */
export const SamplePicture: Component = () => (
  <svg class="start-picture" viewBox="0 0 264 104" aria-hidden="true">
    <g class="start-picture-line">
      <path d="M34 22v76M132 22v76M230 22v76" />
    </g>
    <g class="start-picture-word">
      <text x="34" y="13">
        Assay
      </text>
      <text x="132" y="13">
        Provider
      </text>
      <text x="230" y="13">
        API
      </text>
    </g>
    <g class="start-picture-arrow">
      <path d="M36 36h91m-5-3.5 5 3.5-5 3.5" />
      <path d="M130 54h-91m5-3.5-5 3.5 5 3.5" />
      <path d="M36 74h189m-5-3.5 5 3.5-5 3.5" />
    </g>
    <path class="start-picture-passed" d="M228 92h-189m5-3.5-5 3.5 5 3.5" />
    <g class="start-picture-code">
      <text x="83" y="32">
        POST /token
      </text>
      <text x="83" y="50">
        access_token
      </text>
      <text x="181" y="70">
        POST /orders
      </text>
      <text x="181" y="88">
        201
      </text>
    </g>
  </svg>
)

/** A request, and the check that it passes. */
export const OwnPicture: Component = () => (
  <svg class="start-picture" viewBox="0 0 264 104" aria-hidden="true">
    <rect class="start-picture-box" x="10.5" y="10.5" width="243" height="24" rx="5" />
    <rect class="start-picture-box" x="10.5" y="41.5" width="243" height="24" rx="5" />
    <rect class="start-picture-wash" x="10.5" y="72.5" width="243" height="24" rx="5" />
    <g class="start-picture-code start-picture-start">
      <text x="22" y="26.5">
        api.example.com/v1
      </text>
      <text x="22" y="57.5">
        Authorization: Bearer ••••••
      </text>
      <text x="22" y="88.5">
        GET /orders
      </text>
      <text x="206" y="88.5">
        200
      </text>
    </g>
    <path class="start-picture-passed" d="m234 84 3.5 3.5 7-7" />
  </svg>
)

/** Files that come in. */
export const OpenPicture: Component = () => (
  <svg class="start-picture" viewBox="0 0 264 104" aria-hidden="true">
    <g class="start-picture-box">
      <path d="M28.5 20.5h34l10 10v53h-44zM62.5 20.5v10h10" />
      <path d="M110.5 20.5h34l10 10v53h-44zM144.5 20.5v10h10" />
      <path d="M192.5 20.5h34l10 10v53h-44zM226.5 20.5v10h10" />
    </g>
    <g class="start-picture-code">
      <text x="50.5" y="60">
        .aprj
      </text>
      <text x="132.5" y="60">
        .yaml
      </text>
      <text x="214.5" y="60">
        .json
      </text>
    </g>
    <path class="start-picture-line" d="M10 96.5h244" stroke-dasharray="3 3" />
  </svg>
)
