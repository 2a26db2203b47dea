//! dev
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let moves = args.first().cloned().unwrap_or_default();
    let off: Vec<usize> = args.get(1).map(|s| s.split(',').filter(|s| !s.is_empty()).map(|s| s.parse().unwrap()).collect()).unwrap_or_default();
    let wdl = args.get(2).is_some();
    let t = std::time::Instant::now();
    let r = foursight_solver::dev(&moves, &off, (std::env::var("MB").map(|s|s.parse::<usize>().unwrap()).unwrap_or(16)) << 20, wdl);
    println!("{off:?} {r:?} {:.3}", t.elapsed().as_secs_f64());
}
