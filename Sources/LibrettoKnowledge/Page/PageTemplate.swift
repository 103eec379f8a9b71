/// The parts of a storyboard that are the same for every flow.
enum PageTemplate {
  /// The style of the page and of its diagram, light and dark.
  static let style = """
    :root{color-scheme:light dark;--bg:#f5f4f1;--panel:#fff;--ink:#1d1d21;--soft:#65636d;--line:#b5b2bd;--edge:#dddbe2;--accent:#4b46d6;--tint:#eceafd;--work:#fff6e4;--workline:#b98a35;--bad:#c0323c;--badtint:#fdecec;--good:#1f8f5f}
    @media(prefers-color-scheme:dark){:root{--bg:#131318;--panel:#1d1d25;--ink:#ecebf2;--soft:#a3a1b0;--line:#55536a;--edge:#34343f;--accent:#9d97ff;--tint:#2b2850;--work:#302817;--workline:#c89a45;--bad:#ff7b83;--badtint:#3a2024;--good:#5fd3a0}}
    *{box-sizing:border-box}body{margin:0;height:100vh;display:grid;grid-template:auto 1fr/1fr 420px;background:var(--bg);color:var(--ink);font:15px/1.45 system-ui,sans-serif}
    header{grid-column:1/3;display:flex;flex-wrap:wrap;align-items:center;gap:4px 24px;padding:10px 22px;background:var(--panel);border-bottom:1px solid var(--edge)}h1{font-size:19px;margin:0}
    header p{margin:0;color:var(--soft)}header label{margin-left:auto}
    button,select{font:inherit;color:inherit;border:1px solid var(--edge);background:var(--panel);border-radius:10px;padding:6px 12px}button:not(:disabled),.card{cursor:pointer}
    button:hover:not(:disabled){border-color:var(--accent)}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}#map{overflow:auto}
    svg{display:block;margin:0 auto;font:13px system-ui,sans-serif;color:#1d1d21}svg text{fill:var(--ink)}.line{fill:none;stroke:var(--line);stroke-width:1.6;stroke-linejoin:round}
    .line.on{stroke:var(--accent);stroke-width:3}.tip{fill:var(--line)}.pill rect{fill:var(--bg);stroke:var(--edge)}.pill text{font-size:11.5px;text-anchor:middle}
    .card>rect{fill:var(--panel);stroke:var(--line)}.card .title{font-weight:600}.card .kind{font-size:10.5px;fill:var(--soft);text-transform:uppercase;letter-spacing:.06em}
    .card .row{font-size:12px;fill:var(--soft)}.k-when>rect,.k-wait>rect{stroke-dasharray:4 3}.k-store>rect,.k-say>rect{stroke:none}
    .k-do>rect,.k-load>rect,.k-operation>rect{fill:var(--work);stroke:var(--workline)}.k-fail>rect{fill:var(--badtint);stroke:var(--bad)}
    .k-start>rect,.k-end>rect,.k-finish>rect{stroke:var(--ink);stroke-width:2}.group>rect{fill:none;stroke:var(--line);stroke-dasharray:2 4}.group text{font-size:12px}
    .card.been>rect{stroke:var(--accent);stroke-width:2}.card.now>rect{stroke:var(--accent);stroke-width:3;fill:var(--tint)}.test .card:not(.in),.test .line:not(.in){opacity:.3}
    .test .line.in{stroke:var(--good);stroke-width:3}.badge circle{fill:#a86400}.badge.error circle{fill:#c0323c}.badge text{fill:#fff;text-anchor:middle;font-weight:700}
    aside{border-left:1px solid var(--edge);display:flex;flex-direction:column;min-height:0}
    #dialog{margin:20px;padding:18px 20px;background:var(--panel);border:1px solid var(--edge);border-radius:18px;overflow:auto;flex:none;max-height:70%}#dialog.alert{text-align:center}
    #dialog small,.kind{color:var(--soft)}#dialog h2{font-size:19px;line-height:1.25;margin:2px 0 6px;overflow-wrap:anywhere;outline:none;white-space:pre-line}
    #dialog p{margin:0 0 10px;color:var(--soft);white-space:pre-line}#answers{display:flex;flex-direction:column;gap:8px}
    .confirm #answers,.alert #answers,.rate #answers{flex-direction:row;flex-wrap:wrap}.confirm #answers button,.alert #answers button{flex:1}
    #answers button{text-align:start;padding:10px 14px;overflow-wrap:anywhere}.choose #answers b::before{content:"○ "}.chooseMany #answers b::before{content:"☐ "}
    .rate #answers b::before{content:"★ "}.ask #answers b{border-bottom:2px solid var(--line)}.do #answers button,.load #answers button{border-style:dashed;border-color:var(--workline)}
    #answers .destructive,#dialog .finding{color:var(--bad)}.refused{border-top:1px solid var(--edge);margin-top:12px;padding-top:8px;font-size:13px}
    .refused code{color:var(--bad);background:var(--badtint);border-radius:5px;padding:0 6px}#log{overflow:auto;flex:1;margin:0;padding:0 24px 12px;list-style:none;min-height:60px}
    #log button{border:0;background:none;padding:4px 0;width:100%;text-align:start;color:var(--soft)}#log b{color:var(--ink)}
    footer{padding:10px 20px;border-top:1px solid var(--edge);color:var(--soft)}@media(max-width:900px){body{grid-template:auto 46vh 1fr/1fr}header{grid-column:1}}
    @media print{body{display:block;height:auto}aside,header label{display:none}#map{overflow:visible}}
    """

  /// The dialog and what was said.
  static let aside = """
    <aside aria-label="Dialog"><div id="dialog" aria-live="polite"></div>
    <ul id="log" aria-label="What was said"></ul>
    <footer><button id="back">Back</button> <button id="again">Start again</button>
    <kbd>1</kbd>–<kbd>9</kbd> answer, <kbd>⌫</kbd> goes back</footer></aside>
    <noscript>The dialogs need JavaScript; the diagram doesn’t.</noscript>
    """

  /// Follows the states; texts only become text nodes.
  static let script = #"""
    'use strict';
    const D=JSON.parse(document.getElementById('data').textContent),$=q=>document.querySelector(q),all=q=>[...document.querySelectorAll(q)];
    const el=(tag,text,cls)=>{const e=document.createElement(tag);if(text!=null){e.textContent=text;e.dir='auto'}if(cls)e.className=cls;return e};
    // A trail is a list of pairs: a state, and the place of a way out of it.
    let trail=[];
    const node=s=>D.nodes[D.states[s][0]],ways=s=>D.states[s].slice(1),way=([s,i])=>D.states[s][i+1];
    const now=()=>trail.length?way(trail.at(-1))[1]:0;
    const isAuto=s=>['say','step','when','page'].includes(node(s).k)&&ways(s).length==1&&ways(s)[0][1]>=0;
    const settle=()=>{for(let n=0;n<5000&&isAuto(now());n++)trail.push([now(),0])};
    const names={yes:'Yes',no:'No',given:'An answer',leftOut:'Left out',timedOut:'The time is up',some:'One of them',done:'It is done',failed:'It fails',data:'There is data',empty:'There is nothing',submitted:'Submit',then:'The condition holds',otherwise:'The condition doesn’t hold',asked:'It is asked',hidden:'It isn’t asked',round:'Another round',end:'No further round',fallback:'Something else',starts:'It starts',cancelled:'It is cancelled',fault:'The run fails'};
    const choice=(n,w)=>n.b&&(w[0].startsWith('choice(')?n.b[+w[0].slice(7,-1)]:n.k=='confirm'&&w[0]=='yes'?n.b[0]:n.k=='confirm'&&w[0]=='no'?n.b[1]:null);
    function label(n,w,kept){const c=choice(n,w);if(c)return fill(c[0],kept);if(w[4])return w[4].map(p=>p[0]+' = '+p[1]).join(', ');if(w[2]!=null)return w[2]===''?'(nothing)':w[2];return names[w[0]]??w[0]}
    function fill(text,kept){return (text??'').replace(/\{\{|\}\}|\{([^{}]+)\}/g,(m,k)=>m=='{{'?'{':m=='}}'?'}':kept.get(k)??'‹'+k+'›')}
    function keep(kept,step){const n=node(step[0]),w=way(step);if(w[4])for(const[k,v]of w[4])kept.set(k,v);else if(n.i)kept.set(n.i,w[0]=='leftOut'?'':label(n,w,kept))}
    function go(i){const s=now();if(!ways(s)[i]||ways(s)[i][1]<0)return;trail.push([s,i]);settle();draw(true)}
    function back(){let was;do was=trail.pop();while(was&&isAuto(was[0]));settle();draw(true)}
    const decisions=()=>trail.filter(([s])=>!isAuto(s)).map(([,i])=>i);
    function follow(list){trail=[];settle();for(const i of list){const s=now();if(!ways(s)[i]||ways(s)[i][1]<0)break;trail.push([s,i]);settle()}}
    const kinds={ask:'Question',rate:'Rating',confirm:'Yes or no',choose:'List',chooseMany:'List of several',alert:'Alert',review:'Form, to submit',page:'Form',do:'Work of the host',load:'The host loads',when:'Depends on the answers',end:'The end',fail:'The flow fails',say:'Said',step:'Step'};
    function draw(focus){
      const s=now(),n=node(s),d=$('#dialog'),kept=new Map(),log=$('#log');
      log.replaceChildren();
      trail.forEach((step,i)=>{const x=node(step[0]),w=way(step);
        if(!['when','step','page'].includes(x.k)){const b=el('button');b.append(el('span',fill(x.t,kept)));if(x.k!='say')b.append(' ',el('b',label(x,w,kept)));
          b.onclick=()=>{trail=trail.slice(0,i);draw(true)};const li=el('li');li.append(b);log.append(li)}
        keep(kept,step)});
      log.scrollTop=log.scrollHeight;
      d.className=n.k;d.replaceChildren(el('small',n.f??kinds[n.k]));
      const h=el('h2',n.k=='end'?'Finished'+(n.t?': '+n.t:''):fill(n.t,kept));h.tabIndex=-1;d.append(h);
      if(n.m)d.append(el('p',fill(n.m,kept)));
      if(n.p)d.append(el('p','Example: '+fill(n.p,kept)));
      if(n.h)d.append(el('p','Help: '+fill(n.h,kept)));
      for(const f of D.findings)if(f[0]==n.c)d.append(el('p',f[1],'finding'));
      const a=el('div');a.id='answers';
      ways(s).forEach((w,i)=>{const b=el('button'),c=choice(n,w);b.append(el('b',label(n,w,kept)));if(w[3])b.append(' ',el('small',w[3]));
        if(c&&c[1]!='normal')b.classList.add(c[1]);b.disabled=w[1]<0;b.onclick=()=>go(i);a.append(b)});
      d.append(a);
      if(n.r){const r=el('div','Refused:','refused');for(const[v,why]of n.r){const p=el('div');p.append(el('code',v===''?'(nothing)':v),' ',el('span',fill(why,kept)));r.append(p)}d.append(r)}
      mark('been','on',trail);
      for(const c of all('.card')){const is=c.dataset.c==n.c;c.classList.toggle('now',is);if(is)c.setAttribute('aria-current','step');else c.removeAttribute('aria-current');if(is)c.scrollIntoView({block:'center',inline:'center'})}
      history.replaceState(null,'','#'+decisions().join('-'));
      if(focus)h.focus({preventScroll:true})}
    // The cards and lines that a walk takes.
    function mark(card,line,walk){
      const cards=new Set(['-2',...walk.map(([s])=>''+node(s).c)]),keys=new Set(walk.map(step=>node(step[0]).n+'/'+way(step)[0]));
      for(const c of all('.card'))c.classList.toggle(card,cards.has(c.dataset.c));
      for(const l of all('.line'))l.classList.toggle(line,l.dataset.k.split(' ').some(k=>keys.has(k)))}
    // To a card by the fewest steps.
    function to(card){const from=new Map([[0,null]]),open=[0];
      for(const s of open){if(''+node(s).c==card&&node(s).k!='page'||card=='-2'){trail=[];for(let p=from.get(s);p;p=from.get(p[0]))trail.unshift(p);return draw(true)}
        ways(s).forEach((w,i)=>{if(w[1]>=0&&!from.has(w[1])){from.set(w[1],[s,i]);open.push(w[1])}})}
      const p=$('#lost')??el('p','');p.id='lost';p.setAttribute('role','status');p.textContent='No way on this page leads to that step.';$('#dialog').append(p)}
    for(const c of all('.card')){c.onclick=()=>to(c.dataset.c);c.onkeydown=e=>{if(e.key=='Enter'||e.key==' '){e.preventDefault();to(c.dataset.c)}}}
    $('#tests').onchange=e=>{const t=D.tests[e.target.value];$('svg').classList.toggle('test',!!t);const walk=[];let s=0;if(t)for(const i of t[1]){walk.push([s,i]);s=ways(s)[i][1]}
      mark('in','in',walk);if(t)for(const c of all('.card'))if(c.dataset.c==node(s).c)c.classList.add('in')};
    $('#back').onclick=back;$('#again').onclick=()=>{follow([]);draw(true)};
    addEventListener('keydown',e=>{if(e.target.tagName=='SELECT'||e.ctrlKey||e.metaKey||e.altKey)return;if(/^[1-9]$/.test(e.key))go(e.key-1);else if(e.key=='Backspace'){e.preventDefault();back()}});
    const link=()=>{follow(location.hash.slice(1).split('-').filter(x=>x!=='').map(Number));draw()};
    addEventListener('hashchange',link);link();
    """#
}
